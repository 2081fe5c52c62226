import type { FinishedChallenge, YearCandidate, YearProposal } from '@duet/contracts';
import { type ReactNode, useId, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { stickerName, t } from '../../../texts/index.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { useFormats } from '../../../ui/formats.js';
import { attempt } from '../../../api/attempt.js';
import { createTypedState } from '../../../platform/app-lock/typed-state.js';
import { useNames } from '../../../platform/account/names.js';
import { useMediaLink } from '../../../sync/index.js';
import { useKeepMutation } from '../capsules/capsules-api.js';
import { useDismissYearMutation, useKeepYearMutation } from './our-year-api.js';
import styles from './our-year.module.css';

/** An anniversary is named by its count of years, as its keepsake is. */
const titleOf = ({ year, yearsTogether }: YearProposal): string =>
  yearsTogether === undefined
    ? t('memories.ourYear', { year: String(year) })
    : t('memories.yearsTogether', { years: yearsTogether });

/** The proposal in short, with the way to it. */
export function ProposalCard({ proposal }: { proposal: YearProposal }) {
  return (
    <Card title={titleOf(proposal)} className={styles.card}>
      <Counts proposal={proposal} />
      <div className={styles.buttons}>
        <LinkButton href="/memories" look="primary">
          {t('memories.lookBack')}
        </LinkButton>
        <NotThisYear proposal={proposal} />
      </div>
    </Card>
  );
}

interface Chosen {
  messageIds: string[];
  challengeIds: string[];
  /** Of messages with photos. */
  photoIds: string[];
}

interface ChooseProps {
  proposal: YearProposal;
  /** Takes false when no keepsake could be made. */
  onBegin: (hasBegun: boolean) => void;
}

/** Makes the keepsake of the chosen words and challenges, then keeps each message with photos in it. */
function useMakeKeepsake({ proposal: { year, occasion }, onBegin }: ChooseProps) {
  const [keepYear] = useKeepYearMutation();
  const [keep] = useKeepMutation();
  const [isMaking, setMaking] = useState(false);
  const [madeId, setMadeId] = useState<string | null>(null);

  const keepAll = async ({ photoIds, ...words }: Chosen): Promise<void> => {
    const call = keepYear({ year, occasion, ...words });
    if (!(await attempt(call))) return onBegin(false);
    const { _id: capsuleId } = await call.unwrap();
    for (const messageId of photoIds) {
      const request = { what: 'message', messageId } as const;
      // After a failure the next press goes on: a message that lies in the keepsake is not copied again.
      if (!(await attempt(keep({ request, capsuleId, clientId: crypto.randomUUID() })))) return;
    }
    setMadeId(capsuleId);
  };
  const make = async (chosen: Chosen): Promise<void> => {
    setMaking(true);
    onBegin(true);
    await keepAll(chosen);
    setMaking(false);
  };
  return { make, isMaking, madeId };
}

const useLeft = createTypedState<readonly string[]>();

/** Chooses from the year's moments, and makes the keepsake. */
export function ChooseMoments(props: ChooseProps) {
  const { proposal } = props;
  const { candidates, photos = [], finished } = proposal;
  const { make, isMaking, madeId } = useMakeKeepsake(props);
  const [left, setLeft] = useLeft(`${proposal.occasion}-${proposal.year}`, []);
  const stays = (id: string): boolean => !left.includes(id);
  const toggle = (id: string): void => setLeft(left.includes(id) ? left.filter((one) => one !== id) : [...left, id]);
  const chosen = (): Chosen => ({
    messageIds: candidates.map(({ messageId }) => messageId).filter(stays),
    challengeIds: finished.map(({ challengeId }) => challengeId).filter(stays),
    photoIds: photos.map(({ messageId }) => messageId).filter(stays),
  });
  // A person who has left the page meanwhile stays where they are.
  if (madeId !== null) return <Navigate to={`/memories/${madeId}`} />;
  return (
    <Card title={titleOf(proposal)} className={styles.card}>
      <Counts proposal={proposal} />
      {candidates.length > 0 && (
        <Moments title={t('memories.chooseWords')}>
          {candidates.map((candidate) => (
            <Candidate
              key={candidate.messageId}
              candidate={candidate}
              isChosen={stays(candidate.messageId)}
              onToggle={() => toggle(candidate.messageId)}
            />
          ))}
        </Moments>
      )}
      {photos.length > 0 && (
        <Moments title={t('memories.choosePhotos')}>
          {photos.map((photo) => (
            <Candidate
              key={photo.messageId}
              candidate={photo}
              picture={<Thumbnail id={photo.pictureId} />}
              isChosen={stays(photo.messageId)}
              onToggle={() => toggle(photo.messageId)}
            />
          ))}
        </Moments>
      )}
      {finished.length > 0 && (
        <Moments title={t('memories.chooseChallenges')}>
          {finished.map((challenge) => (
            <Finished
              key={challenge.challengeId}
              challenge={challenge}
              isChosen={stays(challenge.challengeId)}
              onToggle={() => toggle(challenge.challengeId)}
            />
          ))}
        </Moments>
      )}
      <div className={styles.buttons}>
        <Button look="primary" isPending={isMaking} onPress={() => void make(chosen())}>
          {t('memories.makeKeepsake')}
        </Button>
        <NotThisYear proposal={proposal} onDismiss={() => props.onBegin(false)} />
      </div>
    </Card>
  );
}

/** Moments of one kind to choose from. */
const Moments = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={styles.candidates}>
    <legend>{title}</legend>
    {children}
  </fieldset>
);

interface ChoiceProps {
  /** Stands beside the words. */
  picture?: ReactNode;
  isChosen: boolean;
  onToggle: () => void;
}

function Candidate({ candidate, ...choice }: ChoiceProps & { candidate: YearCandidate }) {
  const { words, sticker, by, sentAt, isFirst } = candidate;
  const { nameOf } = useNames();
  const { date } = useFormats();
  return (
    <Moment words={words === '' ? t('common.photo') : stickerName(sticker, words)} {...choice}>
      <bdi>{nameOf(by)}</bdi> · {date(sentAt)}
      {isFirst && ` · ${t('memories.firstOfTheYear')}`}
    </Moment>
  );
}

function Finished({ challenge: { title, completedAt }, ...choice }: ChoiceProps & { challenge: FinishedChallenge }) {
  const { date } = useFormats();
  return (
    <Moment words={title} {...choice}>
      {date(completedAt)}
    </Moment>
  );
}

function Thumbnail({ id }: { id: string }) {
  const link = useMediaLink(id, 'thumbnail');
  return (
    <span className={styles.picture}>
      {link.src !== null && <img src={link.src} alt="" decoding="async" onLoad={link.loaded} onError={link.failed} />}
    </span>
  );
}

/** A moment of the year with its checkbox. @param children what is said of it */
function Moment({
  words,
  picture,
  isChosen,
  onToggle,
  children,
}: ChoiceProps & { words: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.candidate}>
      <input id={id} type="checkbox" checked={isChosen} onChange={onToggle} aria-describedby={`${id}-about`} />
      {picture}
      <div className={styles.said}>
        <label htmlFor={id} className={styles.words} dir="auto">
          {words}
        </label>
        <span id={`${id}-about`} className={styles.soft}>
          {children}
        </span>
      </div>
    </div>
  );
}

function Counts({ proposal: { messages, memories, challenges } }: { proposal: YearProposal }) {
  return <p className={styles.soft}>{t('memories.yearCounts', { messages, memories, challenges })}</p>;
}

interface NotThisYearProps {
  proposal: YearProposal;
  onDismiss?: () => void;
}

function NotThisYear({ proposal: { year, occasion }, onDismiss }: NotThisYearProps) {
  const [send, { isLoading }] = useDismissYearMutation();
  const dismiss = async (): Promise<void> => {
    if (await attempt(send({ year, occasion }))) onDismiss?.();
  };
  return (
    <Button look="ghost" isPending={isLoading} onPress={() => void dismiss()}>
      {t('memories.notThisYear')}
    </Button>
  );
}
