import type { ImportantDateView } from '@duet/contracts';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { useClientIds } from '../../platform/app-lock/use-client-ids.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Dialog } from '../../ui/dialog.js';
import { toast } from '../../ui/toast-queue.js';
import { DateForm } from './date-form.js';
import { type DateDraft, useAddDateMutation, useChangeDateMutation, useGetDatesQuery } from './dates-api.js';

interface DateEditorProps {
  isOpen: boolean;
  /** The date to change; null for a new one. */
  date: ImportantDateView | null;
  /** The first title of a new one. */
  title?: string;
  onClose: () => void;
}

export function DateEditor({ isOpen, date, title = '', onClose }: DateEditorProps) {
  return (
    <Dialog title={date ? t('dates.editDate') : t('dates.addADate')} isOpen={isOpen} onClose={onClose}>
      {date ? <EditDate date={date} onDone={onClose} /> : <AddDate title={title} onDone={onClose} />}
    </Dialog>
  );
}

const problemsOf = (error: unknown): string[] => {
  const { silent, messages } = failureOf(error, t('dates.failedToSaveTheDate'));
  return silent ? [] : messages;
};

function AddDate({ title, onDone }: { title: string; onDone: () => void }) {
  const [add, { isLoading }] = useAddDateMutation();
  const [problems, setProblems] = useState<string[]>([]);
  const { idOf } = useClientIds('date');
  const save = async (draft: DateDraft): Promise<void> => {
    const { error } = await add({ ...draft, clientId: idOf(draft) });
    if (error) return setProblems(problemsOf(error));
    toast.success(t('dates.dateAdded'));
    onDone();
  };
  return (
    <DateForm
      current={null}
      firstTitle={title}
      problems={problems}
      isPending={isLoading}
      onSave={(draft) => void save(draft)}
      onCancel={onDone}
    />
  );
}

function EditDate({ date, onDone }: { date: ImportantDateView; onDone: () => void }) {
  const { refetch } = useGetDatesQuery();
  const [change, { isLoading }] = useChangeDateMutation();
  const [current, setCurrent] = useState(date);
  const [problems, setProblems] = useState<string[]>([]);
  const [wasLate, setLate] = useState(false);

  /** The partner changed the date first: restarts the form with the current values. */
  const startAnew = async (): Promise<void> => {
    const now = (await refetch()).data?.dates.find(({ id }) => id === date.id);
    if (!now) return gone();
    setCurrent(now);
    setLate(true);
  };
  const gone = (): void => {
    toast.error(t('dates.thisDateDoesNotExistAny'));
    onDone();
  };
  const save = async (draft: DateDraft): Promise<void> => {
    const { error } = await change({ ...draft, id: current.id, version: current.version });
    if (!error) return onDone();
    const { status, code } = failureOf(error);
    if (code === 'VERSION_CONFLICT') return startAnew();
    if (status === 404) return gone();
    setProblems(problemsOf(error));
  };
  return (
    <>
      {wasLate && <Banner tone="info">{t('dates.yourPartnerChangedThisDateMeanwhile')}</Banner>}
      <DateForm
        key={current.version}
        current={current}
        problems={problems}
        isPending={isLoading}
        onSave={(draft) => void save(draft)}
        onCancel={onDone}
      />
    </>
  );
}
