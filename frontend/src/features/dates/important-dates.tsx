import type { ImportantDateView } from '@duet/contracts';
import { daysUntilWords, milestoneWords } from '@duet/contracts/plain';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { showFailure } from '../../api/show-failure.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { dayHere, useFormats } from '../../ui/formats.js';
import { IconButton } from '../../ui/icon-button.js';
import { Skeleton } from '../../ui/spinner.js';
import { DateEditor } from './date-editor.js';
import { useGetDatesQuery, useRemoveDateMutation } from './dates-api.js';
import styles from './dates.module.css';
import { OnlyYou } from './only-you.js';

type Asked = 'add' | { act: 'edit' | 'remove'; date: ImportantDateView } | null;

/** The days that the two wrote down, and those that follow from the day they count from. */
export function ImportantDates() {
  const { currentData, isError, refetch } = useGetDatesQuery();
  const [asked, setAsked] = useState<Asked>(null);
  const close = (): void => setAsked(null);
  const edited = typeof asked === 'object' && asked?.act === 'edit' ? asked.date : null;
  const removed = typeof asked === 'object' && asked?.act === 'remove' ? asked.date : null;
  return (
    <section aria-label="Important dates" className={styles.panel}>
      <div className={styles.head}>
        <h3>Important dates</h3>
        <Button size="small" onPress={() => setAsked('add')}>
          <Plus size={16} aria-hidden />
          Add a date
        </Button>
      </div>
      {isError && !currentData && (
        <Banner tone="error" action={<Button look="ghost" size="small" onPress={() => void refetch()}>Retry</Button>}>
          Your dates could not be loaded.
        </Banner>
      )}
      {!currentData && !isError && <Skeleton className={styles.skeleton} />}
      {currentData?.dates.length === 0 && <p className={styles.soft}>None yet. Birthdays, trips, the day you met: both of you can add them.</p>}
      {currentData && currentData.dates.length > 0 && (
        <ul className={styles.list}>
          {currentData.dates.map((date) => (
            <DateRow key={date.id} date={date} onEdit={() => setAsked({ act: 'edit', date })} onRemove={() => setAsked({ act: 'remove', date })} />
          ))}
        </ul>
      )}
      {currentData && <Milestones of={currentData.milestones} />}
      <DateEditor isOpen={asked === 'add' || edited !== null} date={edited} onClose={close} />
      <RemoveDate date={removed} onClose={close} />
    </section>
  );
}

const WHEN: Record<number, string> = { 0: 'on the day', 1: '1 day before', 7: '1 week before', 14: '2 weeks before' };

const list = new Intl.ListFormat('en', { type: 'conjunction' });

const remindedOf = (days: number[]): string => list.format(days.map((count) => WHEN[count] ?? `${count} days before`));

function DateRow({ date, onEdit, onRemove }: { date: ImportantDateView; onEdit: () => void; onRemove: () => void }) {
  const { date: written, day } = useFormats();
  const { title, yearly, next, daysUntil, remindDaysBefore } = date;
  const when = yearly && next !== null ? `${day(dayHere(next))}, every year` : written(dayHere(date.date));
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.title} dir="auto">
          {title}
        </p>
        <p className={styles.soft}>
          {when} · {daysUntil === null ? 'Over' : daysUntilWords(daysUntil)}
        </p>
        {remindDaysBefore.length > 0 && daysUntil !== null && <p className={styles.soft}>Reminds {remindedOf(remindDaysBefore)}</p>}
        {date.private && <OnlyYou />}
      </div>
      <div className={styles.acts}>
        <IconButton label={`Edit ${title}`} onPress={onEdit}>
          <Pencil size={18} aria-hidden />
        </IconButton>
        <IconButton label={`Delete ${title}`} onPress={onRemove}>
          <Trash2 size={18} aria-hidden />
        </IconButton>
      </div>
    </li>
  );
}

function Milestones({ of }: { of: readonly { kind: 'days' | 'years'; count: number; next: string }[] }) {
  const { date } = useFormats();
  return (
    <>
      <h4 className={styles.counted}>Counted for you</h4>
      <ul className={styles.milestones}>
        {of.map(({ kind, count, next }) => (
          <li key={`${kind}${count}`}>
            {milestoneWords({ kind, count })} <span className={styles.soft}>{date(dayHere(next))}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function RemoveDate({ date, onClose }: { date: ImportantDateView | null; onClose: () => void }) {
  const [remove, { isLoading }] = useRemoveDateMutation();
  const confirm = async (id: string): Promise<void> => {
    const { error } = await remove(id);
    // Not there any more is what was wanted.
    if (error && failureOf(error).status !== 404) return showFailure(error, 'Failed to delete the date');
    onClose();
  };
  return (
    <ConfirmDialog title="Delete this date?" isOpen={date !== null} onClose={onClose} onConfirm={() => date && void confirm(date.id)} confirmLabel="Delete" isPending={isLoading}>
      {date && <p>“{date.title}” {date.private ? 'goes with its reminders. Only you know of it.' : 'goes for both of you, with its reminders.'}</p>}
    </ConfirmDialog>
  );
}
