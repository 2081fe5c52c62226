import type { ChallengeAction, ChallengeView } from '@duet/contracts';
import { useState } from 'react';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { Button, LinkButton } from '../../ui/button.js';
import { classes } from '../../ui/classes.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useFormats } from '../../ui/formats.js';
import { tintClass, tintOfSide } from '../../ui/tint.js';
import { useIsFuture } from '../../ui/use-expiring.js';
import { ProposalAnswer } from './proposal-answer.js';
import { attempt } from '../../api/attempt.js';
import { serverNow } from '../../api/server-time.js';
import { useActOnChallengeMutation } from './challenges-api.js';
import styles from './challenge.module.css';
import { Extend } from './extend.js';
import { useCoupleZone } from '../../platform/account/couple-zone.js';
import { useNames } from '../../platform/account/names.js';

interface StateProps {
  challenge: ChallengeView;
}

const may = ({ actions }: ChallengeView, action: ChallengeAction): boolean => actions.includes(action);

/** The state of a challenge and the buttons that change it. The server says which actions are allowed. */
export function ChallengeState({ challenge }: StateProps) {
  const { status, overdue } = challenge;
  return (
    <>
      <DeletionRequest challenge={challenge} />
      {status === 'proposed' && <Proposal challenge={challenge} />}
      {status === 'active' && !overdue && <BeforeStart challenge={challenge} />}
      {status === 'paused' && <Paused challenge={challenge} />}
      {overdue && <Overdue challenge={challenge} />}
      <Note challenge={challenge} />
      {(status === 'declined' || status === 'cancelled' || status === 'expired') && (
        <LinkButton href="/challenges?tab=ideas" look="soft" className={styles.start ?? ''}>
          {t('challenges.proposeAgain')}
        </LinkButton>
      )}
    </>
  );
}

function DeletionRequest({ challenge: { deleteConfirmedBy } }: StateProps) {
  const { self, partner } = useNames();
  const [first] = deleteConfirmedBy;
  if (first === undefined) return null;
  return (
    <Banner tone="info">{t(first === self ? 'challenges.deleteWaits' : 'challenges.deleteAsked', { partner })}</Banner>
  );
}

function Proposal({ challenge }: StateProps) {
  const { self, partner } = useNames();
  const { dateIn } = useFormats();
  const zone = useCoupleZone();
  const { _id: id, proposedBy, startAt } = challenge;
  const [press, { isLoading }] = useActOnChallengeMutation();
  return (
    <section className={styles.stage} aria-label={t('challenges.statusProposed')}>
      <p>
        {proposedBy === self
          ? t('challenges.proposedByYou', { partner })
          : t('challenges.proposedBy', { who: partner })}{' '}
        {startAt !== null && t('challenges.wouldStartOn', { date: dateIn(startAt, zone) })}
      </p>
      {may(challenge, 'accept') && <ProposalAnswer challenge={challenge} />}
      {may(challenge, 'cancel') && (
        <Button isPending={isLoading} onPress={() => void attempt(press({ id, press: 'cancel' }))}>
          {t('challenges.withdraw')}
        </Button>
      )}
    </section>
  );
}

function BeforeStart({ challenge: { startAt } }: StateProps) {
  const { dateIn } = useFormats();
  const zone = useCoupleZone();
  const isBefore = useIsFuture(startAt, serverNow);
  if (startAt === null || !isBefore) return null;
  return <Banner tone="info">{t('challenges.startsWords', { date: dateIn(startAt, zone) })}</Banner>;
}

function Paused({ challenge }: StateProps) {
  const { date } = useFormats();
  const [press, { isLoading }] = useActOnChallengeMutation();
  const { _id: id, lapsesAt } = challenge;
  return (
    <section className={styles.stage} aria-label={t('challenges.statusPaused')}>
      {lapsesAt !== null && <p>{t('challenges.pausedWords', { date: date(lapsesAt) })}</p>}
      {may(challenge, 'resume') && (
        <Button look="primary" isPending={isLoading} onPress={() => void attempt(press({ id, press: 'resume' }))}>
          {t('challenges.resume')}
        </Button>
      )}
    </section>
  );
}

function Overdue({ challenge }: StateProps) {
  const { date, dateIn } = useFormats();
  const zone = useCoupleZone();
  const [press, { isLoading }] = useActOnChallengeMutation();
  const [asks, setAsks] = useState(false);
  const { _id: id, dueAt, lapsesAt } = challenge;
  const letGo = async (): Promise<void> => {
    if (await attempt(press({ id, press: 'let-go' }))) setAsks(false);
  };
  return (
    <section className={styles.stage} aria-label={t('challenges.statusOverdue')}>
      <p>
        {dueAt !== null && t('challenges.overdueWords', { date: dateIn(dueAt, zone) })}{' '}
        {lapsesAt !== null && t('challenges.overdueUntil', { date: date(lapsesAt) })}
      </p>
      <div className={styles.row}>
        {may(challenge, 'extend') && <Extend challenge={challenge} look="primary" />}
        {may(challenge, 'let_go') && <Button onPress={() => setAsks(true)}>{t('challenges.letGo')}</Button>}
      </div>
      <ConfirmDialog
        title={t('challenges.letGoQuestion')}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => void letGo()}
        confirmLabel={t('challenges.letGo')}
        isPending={isLoading}
      >
        <p>{t('challenges.letGoWords')}</p>
      </ConfirmDialog>
    </section>
  );
}

/** The words that came with the answer to a proposal. */
function Note({ challenge: { note, proposedBy } }: StateProps) {
  const { self, partner } = useNames();
  if (note === null || note === '') return null;
  const isMine = proposedBy !== self;
  const author = isMine ? { by: 'you', name: t('common.you') } : { by: 'other', name: partner };
  return (
    <figure className={classes(styles.quote, tintClass(tintOfSide(isMine)))}>
      <figcaption>{t('challenges.saidAboutIt', author)}</figcaption>
      <blockquote className={styles.words} dir="auto">
        {note}
      </blockquote>
    </figure>
  );
}
