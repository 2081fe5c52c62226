import type { PartnerView } from '@duet/contracts';
import { messageAt, newestSeq } from '@duet/contracts/plain';
import { useMemo, useState } from 'react';
import { messageWords } from '../../../marks/message-words.js';
import { t } from '../../../texts/index.js';
import { systemMessageWords } from '../lines.js';
import type { VisibleList } from '../use-conversation.js';

/** How many messages of a burst are announced. */
const MAX_ANNOUNCED = 5;

/** Announces new messages of the partner to screen readers. The list itself is no live region: scrolling would announce every row. */
export function NewMessages({
  visibleList: { conversation },
  partner,
}: {
  visibleList: VisibleList;
  partner: PartnerView;
}) {
  const [openedAt] = useState(() => newestSeq(conversation));
  const spoken = useMemo(() => {
    const newest = newestSeq(conversation);
    const announced: { seq: number; text: string }[] = [];
    for (let seq = Math.max(openedAt + 1, newest - MAX_ANNOUNCED + 1); seq <= newest; seq += 1) {
      const message = messageAt(conversation, seq);
      if (message?.sender._id !== partner._id || message.deletedAt !== null) continue;
      const text = message.notice
        ? systemMessageWords(message.notice, { by: 'other', name: partner.firstName })
        : message.content === ''
          ? t('messages.saidFile', { name: partner.firstName })
          : t('messages.saidText', { name: partner.firstName, text: messageWords(message) });
      announced.push({ seq, text });
    }
    return announced;
  }, [conversation, openedAt, partner._id, partner.firstName]);
  return (
    <div className="visually-hidden" aria-live="polite" aria-relevant="additions">
      {spoken.map(({ seq, text }) => (
        <div key={seq}>{text}</div>
      ))}
    </div>
  );
}
