import type { PartnerView } from '@duet/contracts';
import { messageAt, newestSeq } from '@duet/contracts/plain';
import { useMemo, useState } from 'react';
import { noticeWords } from './lines.js';
import type { Shown } from './use-conversation.js';

/** So many of a burst are spoken. */
const MOST = 5;

/** Speaks what the partner has just written. The list itself is silent: scrolling through it would speak all that is drawn. */
export function NewMessages({ shown: { held }, partner }: { shown: Shown; partner: PartnerView }) {
  const [openedAt] = useState(() => newestSeq(held));
  const spoken = useMemo(() => {
    const newest = newestSeq(held);
    const heard: { seq: number; text: string }[] = [];
    for (let seq = Math.max(openedAt + 1, newest - MOST + 1); seq <= newest; seq += 1) {
      const message = messageAt(held, seq);
      if (message?.sender._id !== partner._id || message.deletedAt !== null) continue;
      const text = message.notice ? noticeWords(message.notice, partner.firstName) : `${partner.firstName}: ${message.content || 'sent a file'}`;
      heard.push({ seq, text });
    }
    return heard;
  }, [held, openedAt, partner._id, partner.firstName]);
  return (
    <div className="visually-hidden" aria-live="polite" aria-relevant="additions">
      {spoken.map(({ seq, text }) => (
        <div key={seq}>{text}</div>
      ))}
    </div>
  );
}
