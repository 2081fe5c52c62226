import type { ImportantDateView } from '@duet/contracts';
import { MessageCircleHeart, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '../../api/errors.js';
import { showFailure } from '../../api/show-failure.js';
import { listOf, t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { dayHere, useFormats } from '../../ui/formats.js';
import { IconButton } from '../../ui/icon-button.js';
import { LoadState } from '../../ui/load-state.js';
import { Skeleton } from '../../ui/spinner.js';
import { useShare } from '../../cards/use-share.js';
import { DateEditor } from './date-editor.js';
import { useDateWords } from './date-words.js';
import { useGetDatesQuery, useRemoveDateMutation } from './dates-api.js';
import styles from './dates.module.css';
import { OnlyYou } from './only-you.js';

type Asked = 'add' | { act: 'edit' | 'remove'; date: ImportantDateView } | null;

/** The couple's dates, and the milestones counted from their first day. @param goTo the id of the date to focus */
export function ImportantDates({ goTo = null }: { goTo?: string | null }) {
  const { currentData, isError, refetch } = useGetDatesQuery();
  const [asked, setAsked] = useState<Asked>(null);
  const close = (): void => setAsked(null);
  const edited = typeof asked === 'object' && asked?.act === 'edit' ? asked.date : null;
  const removed = typeof asked === 'object' && asked?.act === 'remove' ? asked.date : null;
  return (
    <section aria-label={t('dates.importantDates')} className={styles.panel}>
      <div className={styles.head}>
        <h3>{t('dates.importantDates')}</h3>
        <Button size="small" onPress={() => setAsked('add')}>
          <Plus size={16} aria-hidden />
          {t('dates.addADate')}
        </Button>
      </div>
      {isError && !currentData && (
        <LoadState isError onRetry={() => void refetch()} failure={t('dates.yourDatesCouldNotBeLoaded')} />
      )}
      {!currentData && !isError && <Skeleton className={styles.skeleton} />}
      {currentData?.dates.length === 0 && <p className={styles.soft}>{t('dates.noneYetBirthdaysTripsTheDay')}</p>}
      {currentData && currentData.dates.length > 0 && (
        <ul className={styles.list}>
          {currentData.dates.map((date) => (
            <DateRow
              key={date.id}
              date={date}
              isSought={date.id === goTo}
              onEdit={() => setAsked({ act: 'edit', date })}
              onRemove={() => setAsked({ act: 'remove', date })}
            />
          ))}
        </ul>
      )}
      {currentData && <Milestones of={currentData.milestones} />}
      <DateEditor isOpen={asked === 'add' || edited !== null} date={edited} onClose={close} />
      <RemoveDate date={removed} onClose={close} />
    </section>
  );
}

const remindedOf = (counts: number[]): string => listOf(counts.map((days) => t('dates.remindedBefore', { days })));

interface DateRowProps {
  date: ImportantDateView;
  isSought: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

function DateRow({ date, isSought, onEdit, onRemove }: DateRowProps) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSought) place.current?.focus();
  }, [isSought]);
  const whenOf = useDateWords();
  const share = useShare();
  const { id, title, daysUntil, remindDaysBefore } = date;
  return (
    <li ref={place} tabIndex={isSought ? -1 : undefined} className={classes(styles.row, isSought && styles.sought)}>
      <div className={styles.words}>
        <p className={styles.title} dir="auto">
          {title}
        </p>
        <p className={styles.soft}>
          {whenOf(date)} · {daysUntil === null ? t('dates.over') : t('dates.daysUntil', { days: daysUntil })}
        </p>
        {remindDaysBefore.length > 0 && daysUntil !== null && (
          <p className={styles.soft}>
            {t('dates.remindsRemindDaysBefore', { remindDaysBefore: remindedOf(remindDaysBefore) })}
          </p>
        )}
        {date.private && <OnlyYou />}
      </div>
      <div className={styles.acts}>
        {share && !date.private && (
          <IconButton label={t('cards.shareTitle', { title })} onPress={() => share({ type: 'date', id, title })}>
            <MessageCircleHeart size={18} aria-hidden />
          </IconButton>
        )}
        <IconButton label={t('dates.editTitle', { title })} onPress={onEdit}>
          <Pencil size={18} aria-hidden />
        </IconButton>
        <IconButton label={t('dates.deleteTitle', { title })} onPress={onRemove}>
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
      <h4 className={styles.counted}>{t('dates.countedForYou')}</h4>
      <ul className={styles.milestones}>
        {of.map(({ kind, count, next }) => (
          <li key={`${kind}${count}`}>
            {t('dates.together', { kind, count })} <span className={styles.soft}>{date(dayHere(next))}</span>
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
    // 404: it is deleted already.
    if (error && failureOf(error).status !== 404) return showFailure(error, t('dates.failedToDeleteTheDate'));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('dates.deleteThisDate')}
      isOpen={date !== null}
      onClose={onClose}
      onConfirm={() => date && void confirm(date.id)}
      confirmLabel={t('common.delete')}
      isPending={isLoading}
    >
      {date && <p>{t('dates.goes', { title: date.title, isPrivate: String(date.private) })}</p>}
    </ConfirmDialog>
  );
}
