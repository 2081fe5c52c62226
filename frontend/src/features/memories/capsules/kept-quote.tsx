import type { ContributionView, KeptAnswersView, KeptMessageView } from '@duet/contracts';
import { Link } from 'react-router-dom';
import { usePartner } from '../../../platform/account/partner-status.js';
import { t } from '../../../texts/index.js';
import { useFormats } from '../../../ui/formats.js';
import styles from './kept.module.css';

interface KeptProps {
  contribution: ContributionView;
  nameOf: (userId: string) => string;
}

/** The source that a contribution copies: a message, or a question with both answers. */
export function KeptQuote({ contribution: { keptMessage, keptAnswers }, nameOf }: KeptProps) {
  if (keptMessage) return <KeptMessage kept={keptMessage} nameOf={nameOf} />;
  if (keptAnswers) return <KeptAnswers kept={keptAnswers} nameOf={nameOf} />;
  return null;
}

/** The copy goes with its message, so the way back to the chat is always open. */
function KeptMessage({
  kept: { words, by, sentAt, seq },
  nameOf,
}: Pick<KeptProps, 'nameOf'> & { kept: KeptMessageView }) {
  const { couple } = usePartner();
  const { date, time } = useFormats();
  const when = t('capsules.saidOn', { day: date(sentAt), time: time(sentAt) });
  return (
    <figure className={styles.quote}>
      <blockquote dir="auto">{words}</blockquote>
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
