import type { ChallengeStepView, StepPartView } from '@duet/contracts';
import { Check } from 'lucide-react';
import { t } from '../../texts/index.js';
import { classes } from '../../ui/classes.js';
import { tintClass, tintOfSide } from '../../ui/tint.js';
import { useNames } from '../../platform/account/names.js';
import { ProofMedia } from './proof-media.js';
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
          <Part key={part.user} step={step} part={part} />
        ))}
      </ul>
      {waitsForPartner && <p className={styles.soft}>{t('challenges.yoursIsIn', { partner })}</p>}
    </>
  );
}

function Part({ step, part }: { step: ChallengeStepView; part: StepPartView }) {
  const { self, partner, nameOf } = useNames();
  const { user, text, attachments, hidden } = part;
  if (hidden) return <li className={classes(styles.part, styles.hidden)}>{t('challenges.theirsIsIn', { partner })}</li>;
  const side = tintClass(tintOfSide(user === self));
  const hasWords = text !== null && text !== '';
  if (!hasWords && attachments.length === 0)
    return (
      <li className={classes(styles.chip, side)}>
        <Check size={14} strokeWidth={2.6} aria-hidden />
        <span className="visually-hidden">{t('challenges.doneLabel', { who: nameOf(user) })}</span>
        <bdi aria-hidden>{nameOf(user)}</bdi>
      </li>
    );
  return (
    <li className={classes(styles.part, side, attachments.length > 0 && styles.withFiles)}>
      <bdi className={styles.name}>{nameOf(user)}</bdi>
      {hasWords && (
        <p className={styles.words} dir="auto">
          {text}
        </p>
      )}
      <ProofMedia step={step} part={part} />
    </li>
  );
}
