import type { PartnerView } from '@duet/contracts';
import { memo } from 'react';
import { Avatar } from '../../ui/avatar.js';
import { classes } from '../../ui/classes.js';
import type { Block } from './lines.js';
import { MessageBubble } from './message-bubble.js';
import styles from './message-bubble.module.css';

interface MessageRunProps {
  block: Extract<Block, { kind: 'run' }>;
  partner: PartnerView;
  isMine: boolean;
  /** The seq of the message that was asked for. */
  found: number | null;
}

/** Some messages in a row by one person. */
export const MessageRun = memo(function MessageRun({ block, partner, isMine, found }: MessageRunProps) {
  return (
    <div className={classes(styles.run, isMine ? styles.mine : styles.theirs)}>
      {!isMine && <Avatar firstName={partner.firstName} lastName={partner.lastName} src={partner.avatar} size="small" />}
      <div role="list" className={styles.bubbles} aria-label={isMine ? 'You' : partner.firstName}>
        {block.lines.map((line) => (
          <MessageBubble key={line.key} line={line} isMine={isMine} author={isMine ? 'You' : partner.firstName} isFound={found !== null && line.seq === found} />
        ))}
      </div>
    </div>
  );
});
