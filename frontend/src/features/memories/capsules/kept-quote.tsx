import type {
  ContributionView,
  KeptAnswersView,
  KeptChallengeView,
  KeptMessageView,
  KeptStoryView,
} from '@duet/contracts';
import { Trophy } from 'lucide-react';
import { usePartner } from '../../../platform/account/partner-status.js';
import { stickerName, t } from '../../../texts/index.js';
import { useFormats } from '../../../ui/formats.js';
import { Link } from '../../../ui/link.js';
import styles from './kept.module.css';

interface KeptProps {
  contribution: ContributionView;
  nameOf: (userId: string) => string;
}

/** The source that a contribution copies: a message, a question with both answers, a page of a story, or a challenge or its step. */
export function KeptQuote({ contribution: { keptMessage, keptAnswers, keptChallenge, keptStory }, nameOf }: KeptProps) {
  if (keptMessage) return <KeptMessage kept={keptMessage} nameOf={nameOf} />;
  if (keptAnswers) return <KeptAnswers kept={keptAnswers} nameOf={nameOf} />;
  if (keptStory) return <KeptStory kept={keptStory} />;
  return keptChallenge && <KeptChallenge kept={keptChallenge} />;
}

/** The copy goes with its message, so the way back to the chat is always open. */
function KeptMessage({
  kept: { words, sticker, by, sentAt, seq },
  nameOf,
}: Pick<KeptProps, 'nameOf'> & { kept: KeptMessageView }) {
  const { couple } = usePartner();
  const { date, time } = useFormats();
  const when = t('capsules.saidOn', { day: date(sentAt), time: time(sentAt) });
  return (
    <figure className={styles.quote}>
      {words !== '' && <blockquote dir="auto">{stickerName(sticker, words)}</blockquote>}
      <figcaption>
        <bdi>{nameOf(by)}</bdi>
        {' · '}
        {couple ? (
          <Link to={`/chat/${couple.chatId}?seq=${seq}`} aria-label={t('capsules.inChat', { when })}>
            <time dateTime={sentAt}>{when}</time>
          </Link>
        ) : (
          <time dateTime={sentAt}>{when}</time>
        )}
      </figcaption>
    </figure>
  );
}

/** A step stands in its challenge's own keepsake, where the challenge needs no name. */
function KeptChallenge({ kept: { challengeId, title, step } }: { kept: KeptChallengeView }) {
  if (step !== null)
    return (
      <p className={styles.question} dir="auto">
        {step}
      </p>
    );
  return (
    <p className={styles.challenge}>
      <Trophy size={18} aria-hidden />
      <Link to={`/challenges/${challengeId}`} dir="auto">
        {title}
      </Link>
    </p>
  );
}

/** The page stands in its story's own keepsake, where the story needs no name. */
function KeptStory({ kept: { question } }: { kept: KeptStoryView }) {
  return (
    <p className={styles.question} dir="auto">
      {question}
    </p>
  );
}

function KeptAnswers({ kept: { question, answers }, nameOf }: Pick<KeptProps, 'nameOf'> & { kept: KeptAnswersView }) {
  return (
    <>
      <p className={styles.question} dir="auto">
        {question}
      </p>
      <div className={styles.answers}>
        {answers.map(({ by, chosen, words }) => (
          <figure key={by} className={styles.quote}>
            <blockquote dir="auto">{[chosen ?? '', words].filter((part) => part !== '').join('\n')}</blockquote>
            <figcaption>
              <bdi>{nameOf(by)}</bdi>
            </figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}
