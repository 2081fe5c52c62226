import { urlOf } from '@duet/contracts/plain';
import { type ReactNode, useState } from 'react';
import { type TextPiece, piecesOf } from '../../marks/marks.js';
import { t } from '../../texts/index.js';
import styles from './marked-text.module.css';

/** A longer text shows its beginning first: code points, and lines. */
const SHOWN_SIGNS = 1_200;
const SHOWN_LINES = 24;

/** The beginning of a long text, cut at a line or a word; null for a text that is shown whole. */
function beginningOf(text: string): string | null {
  const line = text
    .split('\n', SHOWN_LINES + 1)
    .slice(0, SHOWN_LINES)
    .join('\n');
  const most = Math.min(line.length, SHOWN_SIGNS);
  // "Read more" for a few more words would be a nuisance.
  if (text.length <= most * 1.25) return null;
  const begun = text.slice(0, most);
  return begun.slice(0, Math.max(begun.lastIndexOf(' '), begun.lastIndexOf('\n')) + 1 || most).trimEnd();
}

const drawn = (piece: TextPiece, key: number): ReactNode => {
  if (typeof piece === 'string') return piece;
  if ('text' in piece)
    return piece.kind === 'link' ? (
      <a key={key} href={urlOf(piece.text)} target="_blank" rel="noopener noreferrer">
        {piece.text}
      </a>
    ) : (
      <code key={key} className={styles[piece.kind]} dir="ltr">
        {piece.text}
      </code>
    );
  const words = piece.pieces.map(drawn);
  if (piece.kind === 'strong') return <strong key={key}>{words}</strong>;
  if (piece.kind === 'em') return <em key={key}>{words}</em>;
  return (
    <span key={key} role="blockquote" className={styles.quote}>
      {words}
    </span>
  );
};

/** A message's words: with bold, italics, code, quotes and links, which send no referrer. A long text begins short. */
export function MarkedText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const begun = isWhole ? null : beginningOf(text);
  return (
    <>
      {piecesOf(begun ?? text).map(drawn)}
      {begun !== null && (
        <>
          {'… '}
          <button type="button" className={styles.more} onClick={() => setWhole(true)}>
            {t('messages.readMore')}
          </button>
        </>
      )}
    </>
  );
}
