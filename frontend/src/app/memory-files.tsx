import type { MessageView } from '@duet/contracts';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { FileCard } from '../media/file-card.js';
import { mediaItemsOf } from '../features/messages/media/media-items.js';
import { VoiceNote } from '../features/messages/media/voice/voice-note.js';
import { Tile } from '../media/tile.js';
import { t } from '../texts/index.js';
import styles from './memory-files.module.css';

interface MemoryFilesProps {
  message: MessageView;
  /** Its place in the conversation, where a press on a picture leads. */
  chatPath: string;
}

/** A remembered message's files as the conversation shows them. */
function MemoryFiles({ message, chatPath }: MemoryFilesProps) {
  const navigate = useNavigate();
  const items = mediaItemsOf(message);
  const [first] = items;
  if (!first) return null;
  if (first.kind === 'voice') {
    return (
      <div className={styles.voice}>
        <VoiceNote
          item={first}
          message={message}
          trackKey={`${message.sender._id} ${message.clientMessageId}`}
          clientMessageId={message.clientMessageId}
        />
      </div>
    );
  }
  if (first.kind === 'file') return <FileCard item={first} />;
  return (
    <div className={styles.pictures}>
      {items.map((item, index) => (
        <Tile
          key={item.key}
          item={item}
          variant="display"
          // Two per row; of an odd number, the first has its own row.
          style={
            index === 0 && items.length % 2 === 1
              ? { gridColumn: '1 / -1', aspectRatio: '4 / 3' }
              : { aspectRatio: '1' }
          }
          label={t('app.mediaFromFirstName', { kind: item.kind, firstName: message.sender.firstName })}
          onOpen={() => void navigate(chatPath)}
        />
      ))}
    </div>
  );
}

export const memoryFiles = (message: MessageView, chatPath: string): ReactNode => (
  <MemoryFiles message={message} chatPath={chatPath} />
);
