import type { ChallengeStepView } from '@duet/contracts';
import { Check, EyeOff, Lock, SkipForward } from 'lucide-react';
import { useRef } from 'react';
import { t } from '../../texts/index.js';
import { Button } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { useFormats } from '../../ui/formats.js';
import { useIsFuture } from '../../ui/use-expiring.js';
import { useOpenedOnce } from '../../ui/use-opened-once.js';
import { attempt } from '../../api/attempt.js';
import { serverNow } from '../../api/server-time.js';
import { useSkipStepMutation, useUndoStepMutation } from './challenges-api.js';
import { useCoupleZone } from '../../platform/account/couple-zone.js';
import { useNames } from '../../platform/account/names.js';
import { StepForm } from './step-form.js';
import { StepParts } from './step-parts.js';
import styles from './steps.module.css';

interface StepProps {
  challengeId: string;
  step: ChallengeStepView;
}

/** One step: what it asks, who has done it, and what the reader may do with it now. */
export function StepItem({ challengeId, step, number }: StepProps & { number: number }) {
  const isClosed = useIsFuture(step.opensAt, serverNow) && step.state === 'todo';
  const title = useRef<HTMLHeadingElement>(null);
  const { self } = useNames();
  const mayComplete = step.actions.includes('complete');
  const couldComplete = useOpenedOnce(mayComplete);
  const isAnswered = step.state !== 'todo' || step.parts.some(({ user }) => user === self);
  return (
    <li className={classes(styles.step, styles[step.state], isClosed && styles.closed)}>
      <Bubble step={step} number={number} isClosed={isClosed} />
      <div className={styles.body}>
        {/* Takes the focus when the pressed button goes away. */}
        <h3 ref={title} tabIndex={-1} dir="auto" className={styles.title}>
          {step.title}
        </h3>
        <StepLine step={step} isClosed={isClosed} />
        {step.description !== '' && (
          <p className={styles.description} dir="auto">
            {step.description}
          </p>
        )}
        <StepParts step={step} />
        {/* Stays for what it has when the partner pauses the challenge. */}
        {(mayComplete || (couldComplete && !isAnswered)) && (
          <StepForm
            challengeId={challengeId}
            step={step}
            mayComplete={mayComplete}
            onDone={() => title.current?.focus()}
          />
        )}
        <OtherActions challengeId={challengeId} step={step} />
      </div>
    </li>
  );
}

function Bubble({ step, number, isClosed }: { step: ChallengeStepView; number: number; isClosed: boolean }) {
  return (
    <span className={styles.bubble} aria-hidden>
      {step.state === 'done' ? (
        <Check size={20} strokeWidth={2.6} />
      ) : step.state === 'skipped' ? (
        <SkipForward size={18} />
      ) : isClosed ? (
        <Lock size={18} />
      ) : (
        number
      )}
    </span>
  );
}

/** The people who do a step, and its state: done, closed or secret. */
function StepLine({ step, isClosed }: { step: ChallengeStepView; isClosed: boolean }) {
  const { nameOf } = useNames();
  const { dateIn } = useFormats();
  const zone = useCoupleZone();
  const { who, state, opensAt, reveal } = step;
  const people = who === 'both' ? t('challenges.whoBoth') : who === 'either' ? t('challenges.whoEither') : nameOf(who);
  return (
    <p className={styles.line}>
      <span>{people}</span>
      {state === 'done' && <span className={styles.ok}>{t('challenges.stepDone')}</span>}
      {state === 'skipped' && <span>{t('challenges.stepSkipped')}</span>}
      {isClosed && opensAt !== null && <span>{t('challenges.stepOpensOn', { date: dateIn(opensAt, zone) })}</span>}
      {reveal === 'when_both' && state === 'todo' && (
        <span className={styles.secret}>
          <EyeOff size={14} aria-hidden /> {t('challenges.secret')}
        </span>
      )}
    </p>
  );
}

/** Undo, and the request to skip. */
function OtherActions({ challengeId: id, step }: StepProps) {
  const { self, partner } = useNames();
  const [undo, undoing] = useUndoStepMutation();
  const [skip, skipping] = useSkipStepMutation();
  const { _id: stepId, title, actions, skipAskedBy, state } = step;
  const isAsked = state === 'todo' && skipAskedBy !== null && skipAskedBy !== self;
  return (
    <>
      {state === 'todo' && skipAskedBy !== null && (
        <p className={styles.soft}>{t(isAsked ? 'challenges.skipAsked' : 'challenges.skipWaits', { partner })}</p>
      )}
      {(actions.includes('undo') || actions.includes('skip')) && (
        <div className={styles.row}>
          {actions.includes('undo') && (
            <Button
              size="small"
              look="ghost"
              className={styles.quiet ?? ''}
              aria-label={t('challenges.undoLabel', { title })}
              isPending={undoing.isLoading}
              onPress={() => void attempt(undo({ id, stepId }))}
            >
              {t('challenges.undo')}
            </Button>
          )}
          {actions.includes('skip') && (
            <Button
              size="small"
              look={isAsked ? 'soft' : 'ghost'}
              className={isAsked ? '' : (styles.quiet ?? '')}
              aria-label={t(isAsked ? 'challenges.skipAgreeLabel' : 'challenges.skipLabel', { title })}
              isPending={skipping.isLoading}
              onPress={() => void attempt(skip({ id, stepId }))}
            >
              {t(isAsked ? 'challenges.skipAgree' : 'challenges.skip')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
