import type { GoalEntryView, GoalView } from '@duet/contracts';
import { Trash2 } from 'lucide-react';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import { useFormats } from '../../ui/formats.js';
import { IconButton } from '../../ui/icon-button.js';
import { tintClass, tintOfSide } from '../../ui/tint.js';
import { attempt } from '../../api/attempt.js';
import { useRemoveEntryMutation } from './goals-api.js';
import styles from './goals.module.css';
import { useNames } from '../../platform/account/names.js';
import { useRemoval } from '../../ui/use-removal.js';

/** The newest entries: mulberry is one's own, honey the other's. */
export function EntryList({ goal: { _id: id, entries, type } }: { goal: GoalView }) {
  if (entries.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('goals.entries')}>
      <h3 className={styles.groupTitle}>{t('goals.entries')}</h3>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <Entry key={entry._id} goalId={id} entry={entry} showsDelta={type === 'counter'} />
        ))}
      </ul>
    </section>
  );
}

interface EntryProps {
  goalId: string;
  entry: GoalEntryView;
  showsDelta: boolean;
}

function Entry({ goalId, entry: { _id, user, delta, note, at }, showsDelta }: EntryProps) {
  const { self, partner } = useNames();
  const { dateTime, number } = useFormats();
  const [remove] = useRemoveEntryMutation();
  const isMine = user === self;
  const removal = useRemoval(t('goals.entryRemoved'), () => attempt(remove({ id: goalId, entryId: _id })));
  if (removal.isGoing) return null;
  return (
    <li className={classes(styles.entry, tintClass(tintOfSide(isMine)))}>
      <div>
        <p className={styles.entryHead}>
          <bdi>{isMine ? t('common.you') : partner}</bdi>
          {showsDelta && delta !== 0 && <strong>{delta > 0 ? `+${number(delta)}` : number(delta)}</strong>}
          <time dateTime={at}>{dateTime(at)}</time>
        </p>
        {note !== '' && (
          <p className={styles.words} dir="auto">
            {note}
          </p>
        )}
      </div>
      {isMine && (
        <IconButton label={t('goals.removeEntry', { date: dateTime(at) })} onPress={removal.remove}>
          <Trash2 size={18} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
