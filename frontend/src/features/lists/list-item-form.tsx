import type { ListSummary } from '@duet/contracts';
import { rules } from '@duet/contracts/plain';
import { type FormEvent, useState } from 'react';
import { createTypedState } from '../../platform/app-lock/typed-state.js';
import { useList, useListQueue } from '../../sync/lists/index.js';
import { t } from '../../texts/index.js';
import { Button, LinkButton } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { LoadState } from '../../ui/load-state.js';
import { TextField } from '../../ui/text-field.js';
import { toast } from '../../ui/toast-queue.js';
import { Choice } from '../../ui/toggle.js';
import { useGetListsQuery } from './lists-api.js';
import styles from './lists.module.css';
import { endOf } from './positions.js';

interface FormProps {
  /** The item's first text. */
  title: string;
  onClose: () => void;
}

/** A new item for one of the lists. */
export function ListItemForm({ title, isOpen, onClose }: FormProps & { isOpen: boolean }) {
  return (
    <Dialog title={t('lists.newItem')} isOpen={isOpen} onClose={onClose}>
      <ForSomeList title={title} onClose={onClose} />
    </Dialog>
  );
}

function ForSomeList(props: FormProps) {
  const { currentData, isError, refetch } = useGetListsQuery();
  if (!currentData)
    return <LoadState isError={isError} onRetry={() => void refetch()} failure={t('lists.couldNotBeLoaded')} />;
  const lists = currentData.filter(({ archivedAt }) => archivedAt === null);
  const [first] = lists;
  return first ? <Form {...props} lists={lists} first={first} /> : <NoList onClose={props.onClose} />;
}

function NoList({ onClose }: Pick<FormProps, 'onClose'>) {
  return (
    <>
      <p>{t('lists.noneWords')}</p>
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <LinkButton look="primary" href="/challenges?tab=lists">
          {t('lists.newList')}
        </LinkButton>
      </DialogActions>
    </>
  );
}

const useDraft = createTypedState<{ listId: string; text: string }>();

function Form({
  title: begun,
  onClose,
  lists,
  first,
}: FormProps & { lists: readonly ListSummary[]; first: ListSummary }) {
  const queue = useListQueue();
  const [{ listId, text }, setDraft] = useDraft(begun, { listId: first._id, text: begun });
  const [problem, setProblem] = useState<string | null>(null);
  const { shown } = useList(listId);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const wrong = rules.listItem(text);
    setProblem(wrong);
    if (wrong !== null) return;
    void queue.use((lists) => lists.addItem(listId, { text: text.trim(), position: endOf(shown?.items ?? []) }));
    const title = lists.find(({ _id }) => _id === listId)?.title ?? '';
    toast.success(t('lists.itemAdded', { title }));
    onClose();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <Choice
        label={t('lists.whichList')}
        value={listId}
        options={lists.map(({ _id, title: label }) => ({ value: _id, label }))}
        onChange={(next) => setDraft({ listId: next, text })}
      />
      <TextField
        label={t('lists.item')}
        value={text}
        onChange={(value) => setDraft({ listId, text: value })}
        error={problem}
        isRequired
      />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary">
          {t('lists.add')}
        </Button>
      </DialogActions>
    </form>
  );
}
