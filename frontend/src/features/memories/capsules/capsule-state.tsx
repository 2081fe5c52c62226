import { type CalendarDate, getLocalTimeZone, today } from '@internationalized/date';
import type { CapsuleAction, CapsuleView } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { type FormEvent, useCallback, useState } from 'react';
import { serverNow } from '../../../api/server-time.js';
import { createTypedState } from '../../../platform/app-lock/typed-state.js';
import { useSession } from '../../../platform/session/session.js';
import { t } from '../../../texts/index.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { DayField } from '../../../ui/day-field.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { useFormats } from '../../../ui/formats.js';
import { useIsFuture } from '../../../ui/use-expiring.js';
import { useOpenedOnce } from '../../../ui/use-opened-once.js';
import { attempt } from '../../../api/attempt.js';
import {
  type Press,
  useAnswerUnlockMutation,
  useLazyGetCapsuleQuery,
  useActOnCapsuleMutation,
  useProposeUnlockMutation,
} from './capsules-api.js';
import styles from './capsules.module.css';
import { Countdown } from './countdown.js';
import { EditCapsule } from './late-dialogs.js';
import { useNames } from '../../../platform/account/names.js';

interface StateProps {
  capsule: CapsuleView;
}

/** The state of a capsule and the buttons that change it. The server says which actions are allowed. */
export function CapsuleState({ capsule }: StateProps) {
  const { actions, kind, status } = capsule;
  const [press, { isLoading }] = useActOnCapsuleMutation();
  const may = (action: CapsuleAction): boolean => actions.includes(action);
  const send = (name: Press) => (): void => void attempt(press({ id: capsule._id, press: name }));
  return (
    <div className={styles.states}>
      <DeletionRequest capsule={capsule} />
      {may('restore') && (
        <Button look="primary" isPending={isLoading} onPress={send('restore')}>
          {t('capsules.restore')}
        </Button>
      )}
      {kind === 'timed' && status === 'collecting' && <Sealing capsule={capsule} />}
      {status === 'sealed' && <Sealed capsule={capsule} />}
      {status === 'ready' && <Ready capsule={capsule} />}
      {may('finish') && <Finish capsule={capsule} />}
      {may('reopen') && (
        <Button isPending={isLoading} onPress={send('reopen')}>
          {t('capsules.reopen')}
        </Button>
      )}
    </div>
  );
}

function DeletionRequest({ capsule }: StateProps) {
  const self = useSession().user?._id;
  const { nameOf } = useNames();
  const [first] = capsule.deleteConfirmedBy;
  if (first === undefined || capsule.deletedAt !== null) return null;
  return (
    <Banner tone="info">
      {first === self
        ? t('capsules.deleteWaits', { partner: nameOf('') })
        : t('capsules.deleteAsked', { partner: nameOf(first) })}
    </Banner>
  );
}

interface TimeToSeal {
  /** The last instant at which the server accepts a seal; null without a day. */
  until: string | null;
  isInTime: boolean;
  /** Whether one seal is enough before that: a week after the first one. */
  hasAWeek: boolean;
}

/** The time left for a seal. It only shows: the server decides. */
function useTimeToSeal({ unlockAt, sealConfirmedAt }: CapsuleView): TimeToSeal {
  const before = (milliseconds: number): string | null =>
    unlockAt && new Date(Date.parse(unlockAt) - milliseconds).toISOString();
  const until = before(LIMITS.capsuleBurial);
  const latest = before(LIMITS.capsuleBurial + LIMITS.consent);
  // The previous build does not say when the first one sealed it.
  const isAhead = useIsFuture(latest, serverNow);
  return {
    until,
    isInTime: useIsFuture(until, serverNow),
    hasAWeek: sealConfirmedAt && latest ? sealConfirmedAt <= latest : isAhead,
  };
}

function Sealing({ capsule }: StateProps) {
  const { isInTime, ...time } = useTimeToSeal(capsule);
  const [chooses, setChooses] = useState(false);
  const wasChoosing = useOpenedOnce(chooses);
  return (
    <section className={styles.stage}>
      {isInTime ? (
        <SealButtons capsule={capsule} {...time} />
      ) : (
        <>
          <p>{t('capsules.tooLateToSeal')}</p>
          {capsule.actions.includes('change_details') && (
            <div className={styles.row}>
              <Button look="primary" onPress={() => setChooses(true)}>
                {t('capsules.chooseAnotherDay')}
              </Button>
            </div>
          )}
        </>
      )}
      {wasChoosing && <EditCapsule capsule={capsule} isOpen={chooses} onClose={() => setChooses(false)} />}
    </section>
  );
}

function SealButtons({ capsule, until, hasAWeek }: StateProps & Omit<TimeToSeal, 'isInTime'>) {
  const { dateTime } = useFormats();
  const self = useSession().user?._id;
  const { nameOf } = useNames();
  const [press, { isLoading }] = useActOnCapsuleMutation();
  const isMine = capsule.sealConfirmedBy.some((id) => id === self);
  const other = capsule.sealConfirmedBy.find((one) => one !== self);
  const id = capsule._id;
  return (
    <>
      <p>{t('capsules.sealWords')}</p>
      {isMine && (
        <p className={styles.soft}>
          {hasAWeek || until === null
            ? t('capsules.sealWaits', { partner: nameOf('') })
            : t('capsules.sealWaitsForPartner', { partner: nameOf(''), until: dateTime(until) })}
        </p>
      )}
      {!isMine && other !== undefined && (
        <p className={styles.soft}>{t('capsules.sealPartnerWaits', { partner: nameOf(other) })}</p>
      )}
      <div className={styles.row}>
        <Button
          look="primary"
          isDisabled={!capsule.actions.includes('seal')}
          isPending={isLoading}
          onPress={() => void attempt(press({ id, press: 'seal' }))}
        >
          {t('capsules.seal')}
        </Button>
        {isMine && (
          <Button look="ghost" onPress={() => void attempt(press({ id, press: 'unseal' }))}>
            {t('capsules.takeBackSeal')}
          </Button>
        )}
      </div>
    </>
  );
}

function Sealed({ capsule }: StateProps) {
  const { date } = useFormats();
  const [press] = useActOnCapsuleMutation();
  const [proposes, setProposes] = useState(false);
  const { _id: id, unlockAt, sealedAt, actions } = capsule;
  const [load] = useLazyGetCapsuleQuery();
  const reload = useCallback(() => void load(id), [load, id]);
  return (
    <section className={styles.stage}>
      {unlockAt !== null && <Countdown until={unlockAt} onEnd={reload} />}
      <p className={styles.soft}>{t('capsules.sealedWords', { date: date(sealedAt ?? capsule.updatedAt) })}</p>
      <Proposal capsule={capsule} />
      <div className={styles.row}>
        {actions.includes('propose_date') && capsule.unlockProposal === null && (
          <Button onPress={() => setProposes(true)}>{t('capsules.proposeAnotherDay')}</Button>
        )}
        {actions.includes('undo_seal') && (
          <Button look="ghost" onPress={() => void attempt(press({ id, press: 'unseal' }))}>
            {t('capsules.undoSeal')}
          </Button>
        )}
      </div>
      <Dialog title={t('capsules.anotherDay')} isOpen={proposes} onClose={() => setProposes(false)}>
        <ProposeForm id={id} onClose={() => setProposes(false)} />
      </Dialog>
    </section>
  );
}

function Proposal({ capsule: { _id: id, unlockProposal, unlockTz, actions } }: StateProps) {
  const self = useSession().user?._id;
  const { nameOf } = useNames();
  const { dateIn } = useFormats();
  const [answer, { isLoading }] = useAnswerUnlockMutation();
  if (unlockProposal === null) return null;
  const { unlockAt } = unlockProposal;
  const reply = (action: 'accept' | 'reject') => (): void => void attempt(answer({ id, action, unlockAt }));
  const day = dateIn(unlockAt, unlockTz ?? 'UTC');
  const isMine = unlockProposal.by === self;
  return (
    <div className={styles.proposal}>
      <p>
        {isMine
          ? t('capsules.youProposed', { date: day, partner: nameOf('') })
          : t('capsules.proposed', { date: day, who: nameOf(unlockProposal.by) })}
      </p>
      <div className={styles.row}>
        {actions.includes('answer_date') && (
          <Button look="primary" isPending={isLoading} onPress={reply('accept')}>
            {t('capsules.accept')}
          </Button>
        )}
        <Button onPress={reply('reject')}>{t(isMine ? 'capsules.withdraw' : 'capsules.decline')}</Button>
      </div>
    </div>
  );
}

const useDay = createTypedState<CalendarDate | null>();

function ProposeForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [propose, { isLoading }] = useProposeUnlockMutation();
  const [day, setDay] = useDay(id, null);
  const [isAsked, setAsked] = useState(false);
  const wrong = !day || day.compare(today(getLocalTimeZone())) <= 0 ? t('capsules.chooseADay') : null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setAsked(true);
    if (day && wrong === null && (await attempt(propose({ id, unlockAt: day.toString() })))) onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={styles.form}>
      <DayField label={t('capsules.opensOnDay')} value={day} onChange={setDay} error={isAsked ? wrong : null} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isLoading}>
          {t('capsules.propose')}
        </Button>
      </DialogActions>
    </form>
  );
}

function Ready({ capsule }: StateProps) {
  const self = useSession().user?._id;
  const { nameOf } = useNames();
  const [press, { isLoading }] = useActOnCapsuleMutation();
  const isTogether = capsule.openRule === 'together';
  const isMine = capsule.openConfirmedBy.some((id) => id === self);
  const other = capsule.openConfirmedBy.find((id) => id !== self);
  return (
    <section className={styles.stage}>
      <p>{t(isTogether ? 'capsules.readyTogether' : 'capsules.readyEither')}</p>
      {isMine && <p className={styles.soft}>{t('capsules.waitingFor', { partner: nameOf('') })}</p>}
      {other !== undefined && <p className={styles.soft}>{t('capsules.partnerReady', { partner: nameOf(other) })}</p>}
      <Button
        look="primary"
        size="large"
        isPending={isLoading}
        onPress={() => void attempt(press({ id: capsule._id, press: 'open' }))}
      >
        {t(isTogether ? 'capsules.iAmReady' : 'capsules.openIt')}
      </Button>
    </section>
  );
}

function Finish({ capsule }: StateProps) {
  const [press, { isLoading }] = useActOnCapsuleMutation();
  const [asks, setAsks] = useState(false);
  const finish = async (): Promise<void> => {
    if (await attempt(press({ id: capsule._id, press: 'finish' }))) setAsks(false);
  };
  return (
    <>
      <Button onPress={() => setAsks(true)}>{t('capsules.finish')}</Button>
      <ConfirmDialog
        title={t('capsules.finishQuestion')}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => void finish()}
        confirmLabel={t('capsules.finish')}
        isPending={isLoading}
      >
        <p>{t('capsules.finishWords')}</p>
      </ConfirmDialog>
    </>
  );
}
