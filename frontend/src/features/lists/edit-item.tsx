import type { CalendarDate } from '@internationalized/date';
import { rules } from '@duet/contracts/plain';
import type { FormEvent } from 'react';
import { useCoupleCalendar } from '../../platform/account/couple-calendar.js';
import { useNames } from '../../platform/account/names.js';
import { usePartner } from '../../platform/account/partner-status.js';
import { type ShownItem, useListQueue } from '../../sync/lists/index.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { DayField } from '../../ui/day-field.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextField } from '../../ui/text-field.js';
import { Choice } from '../../ui/toggle.js';
import styles from './lists.module.css';

interface EditProps {
  listId: string;
  item: ShownItem;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes the words of an item, who takes care of it, and by when. */
export function EditItem({ isOpen, onClose, ...rest }: EditProps) {
  return (
    <Dialog title={t('lists.editItem')} isOpen={isOpen} onClose={onClose}>
      <EditForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

/** A person, or either of the two. */
const ANYONE = 'anyone';

interface Draft {
  text: string;
  who: string;
  day: CalendarDate | null;
}

const useEdit = createTypedState<{ first: Draft; draft: Draft }>();

/** Mounted only while the dialog is open. It sends the fields that the person changed: the others merge as they are. */
function EditForm({ listId, item, onClose }: Omit<EditProps, 'isOpen'>) {
  const queue = useListQueue();
  const { endOf, dayOf } = useCoupleCalendar();
  const [{ first, draft }, setEdit] = useEdit(item._id, () => {
    const untouched = { text: item.text, who: item.assignedTo ?? ANYONE, day: dayOf(item.dueAt) };
    return { first: untouched, draft: untouched };
  });
  const { text, who, day } = draft;
  const edit = (part: Partial<Draft>): void => setEdit({ first, draft: { ...draft, ...part } });
  const wrong = rules.listItem(text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wrong !== null) return;
    const isSameDay = (day?.toString() ?? '') === (first.day?.toString() ?? '');
    const fields = {
      ...(text.trim() !== first.text && { text: text.trim() }),
      ...(who !== first.who && { assignedTo: who === ANYONE ? null : who }),
      ...(!isSameDay && { dueAt: day && endOf(day) }),
    };
    if (Object.keys(fields).length > 0) void queue.use((lists) => lists.changeItem(listId, item, fields));
    onClose();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <TextField
        label={t('lists.item')}
        value={text}
        onChange={(value) => edit({ text: value })}
        error={wrong}
        isRequired
      />
      <Choice label={t('lists.who')} value={who} options={useWho()} onChange={(value) => edit({ who: value })} />
      <DayField label={t('lists.when')} value={day} onChange={(value) => edit({ day: value })} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary">
          {t('lists.save')}
        </Button>
      </DialogActions>
    </form>
  );
}

function useWho(): { value: string; label: string }[] {
  const { self, nameOf } = useNames();
  const { partner } = usePartner();
  const people = [self, partner?._id].flatMap((id) => (id === undefined ? [] : [{ value: id, label: nameOf(id) }]));
  return [{ value: ANYONE, label: t('lists.anyone') }, ...people];
}
