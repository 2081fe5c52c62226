import type { ListSummary } from '@duet/contracts';
import { rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { editRefusal } from '../../api/edit-refusal.js';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextField } from '../../ui/text-field.js';
import { Choice } from '../../ui/toggle.js';
import { kindOptions } from './list-kinds.js';
import { useChangeListMutation } from './lists-api.js';
import styles from './lists.module.css';

interface EditProps {
  list: ListSummary;
  isOpen: boolean;
  onClose: () => void;
}

const useDraft = createTypedState<Pick<ListSummary, 'title' | 'kind'>>();

/** Changes the title and the kind of a list. */
export function EditList({ isOpen, onClose, list }: EditProps) {
  return (
    <Dialog title={t('lists.change')} isOpen={isOpen} onClose={onClose}>
      <EditForm list={list} onClose={onClose} />
    </Dialog>
  );
}

/** Mounted only while the dialog is open: it keeps what is typed when the list changes meanwhile. */
function EditForm({ list, onClose }: Omit<EditProps, 'isOpen'>) {
  const [change, { isLoading }] = useChangeListMutation();
  const [{ _id: id, version }] = useState(list);
  const [{ title, kind }, setDraft] = useDraft(`${id}/${version}`, { title: list.title, kind: list.kind });
  const [problem, setProblem] = useState<string | null>(null);
  const wrong = rules.dateTitle(title);
  const save = async (): Promise<void> => {
    const { error } = await change({ id, version, title: title.trim(), kind });
    if (!error) return onClose();
    setProblem(editRefusal(error, t('lists.changedMeanwhile')));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (wrong === null && !isLoading) void save();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {problem !== null && <Banner tone="error">{problem}</Banner>}
      <TextField
        label={t('lists.title')}
        value={title}
        onChange={(value) => setDraft({ title: value, kind })}
        error={wrong}
        isRequired
      />
      <Choice
        label={t('lists.kind')}
        value={kind}
        options={kindOptions()}
        onChange={(value) => setDraft({ title, kind: value })}
      />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('lists.save')}
        </Button>
      </DialogActions>
    </form>
  );
}
