import type { ChallengeStepView, StepPartView } from '@duet/contracts';
import { Check } from 'lucide-react';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import { useNames } from './names.js';
import styles from './steps.module.css';

/** The parts of a step that are done so far: mulberry is one's own, honey the other's. */
export function StepParts({ step }: { step: ChallengeStepView }) {
  const { self, partner } = useNames();
  const { parts, reveal, state } = step;
  if (parts.length === 0) return null;
  const waitsForPartner = reveal === 'when_both' && state === 'todo' && parts.some(({ user }) => user === self);
  return (
    <>
      <ul className={styles.parts}>
        {parts.map((part) => (
          <Part key={part.user} part={part} />
        ))}
      </ul>
      {waitsForPartner && <p className={styles.soft}>{t('challenges.yoursIsIn', { partner })}</p>}
    </>
  );
}

function Part({ part: { user, text, hidden } }: { part: StepPartView }) {
  const { self, partner, nameOf } = useNames();
  if (hidden) return <li className={classes(styles.part, styles.hidden)}>{t('challenges.theirsIsIn', { partner })}</li>;
  const side = user === self ? styles.mine : styles.theirs;
  if (text === null || text === '')
    return (
      <li className={classes(styles.chip, side)}>
        <Check size={14} strokeWidth={2.6} aria-hidden />
        <span className="visually-hidden">{t('challenges.doneLabel', { who: nameOf(user) })}</span>
        <bdi aria-hidden>{nameOf(user)}</bdi>
      </li>
    );
  return (
    <li className={classes(styles.part, side)}>
      <bdi className={styles.name}>{nameOf(user)}</bdi>
      <p className={styles.words} dir="auto">
        {text}
      </p>
    </li>
  );
}
