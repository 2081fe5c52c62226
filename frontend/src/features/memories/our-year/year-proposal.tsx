import type { FinishedChallenge, YearCandidate, YearProposal } from '@duet/contracts';
import { type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '../../../texts/index.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Card } from '../../../ui/card.js';
import { useFormats } from '../../../ui/formats.js';
import { attempt } from '../../../api/attempt.js';
import { useNames } from '../../../platform/account/names.js';
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

/** Chooses from the year's moments, and makes the keepsake. */
export function ChooseMoments({ proposal }: { proposal: YearProposal }) {
  const { year, occasion, candidates, finished } = proposal;
  const navigate = useNavigate();
  const [keep, { isLoading }] = useKeepYearMutation();
  const [left, setLeft] = useState<readonly string[]>([]);
  const stays = (id: string): boolean => !left.includes(id);
  const messageIds = candidates.map(({ messageId }) => messageId).filter(stays);
  const challengeIds = finished.map(({ challengeId }) => challengeId).filter(stays);
  const toggle = (id: string): void => setLeft(left.includes(id) ? left.filter((one) => one !== id) : [...left, id]);
  const make = async (): Promise<void> => {
    const call = keep({ year, occasion, messageIds, challengeIds });
    if (await attempt(call)) void navigate(`/memories/${(await call.unwrap())._id}`);
  };
  return (
    <Card title={titleOf(proposal)} className={styles.card}>
      <Counts proposal={proposal} />
      {candidates.length > 0 && (
        <fieldset className={styles.candidates}>
          <legend>{t('memories.chooseWords')}</legend>
          {candidates.map((candidate) => (
            <Candidate
              key={candidate.messageId}
              candidate={candidate}
              isChosen={stays(candidate.messageId)}
              onToggle={() => toggle(candidate.messageId)}
            />
          ))}
        </fieldset>
      )}
      {finished.length > 0 && (
        <fieldset className={styles.candidates}>
          <legend>{t('memories.chooseChallenges')}</legend>
          {finished.map((challenge) => (
            <Finished
              key={challenge.challengeId}
              challenge={challenge}
              isChosen={stays(challenge.challengeId)}
              onToggle={() => toggle(challenge.challengeId)}
            />
          ))}
        </fieldset>
      )}
      <div className={styles.buttons}>
        <Button look="primary" isPending={isLoading} onPress={() => void make()}>
          {t('memories.makeKeepsake')}
        </Button>
        <NotThisYear proposal={proposal} />
      </div>
    </Card>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  onToggle: () => void;
}

function Candidate({ candidate, ...choice }: ChoiceProps & { candidate: YearCandidate }) {
  const { words, by, sentAt, isFirst } = candidate;
  const { nameOf } = useNames();
  const { date } = useFormats();
  return (
    <Moment words={words} {...choice}>
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

/** A moment of the year with its checkbox. @param children what is said of it */
function Moment({ words, isChosen, onToggle, children }: ChoiceProps & { words: string; children: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.candidate}>
      <input id={id} type="checkbox" checked={isChosen} onChange={onToggle} aria-describedby={`${id}-about`} />
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

function NotThisYear({ proposal: { year, occasion } }: { proposal: YearProposal }) {
  const [dismiss, { isLoading }] = useDismissYearMutation();
  return (
    <Button look="ghost" isPending={isLoading} onPress={() => void attempt(dismiss({ year, occasion }))}>
      {t('memories.notThisYear')}
    </Button>
  );
}
