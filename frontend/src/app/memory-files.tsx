import type { MessageView } from '@duet/contracts';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { FileCard } from '../features/messages/media/file-card.js';
import { shownOf } from '../features/messages/media/shown.js';
import { Tile } from '../features/messages/media/tile.js';
import { VoiceNote } from '../features/messages/media/voice-note.js';
import styles from './memory-files.module.css';

interface MemoryFilesProps {
  message: MessageView;
  /** Its place in the conversation, where a press on a picture leads. */
  chatPath: string;
}

/** A remembered message's files as the conversation shows them. */
function MemoryFiles({ message, chatPath }: MemoryFilesProps) {
  const navigate = useNavigate();
  const items = shownOf(message);
  const [first] = items;
  if (!first) return null;
  if (first.kind === 'voice') {
    return (
      <div className={styles.voice}>
        <VoiceNote item={first} message={message} trackKey={`${message.sender._id} ${message.clientMessageId}`} clientMessageId={message.clientMessageId} />
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
          // Two in a row; of an odd number the first has a row of its own.
          style={index === 0 && items.length % 2 === 1 ? { gridColumn: '1 / -1', aspectRatio: '4 / 3' } : { aspectRatio: '1' }}
          label={`${item.kind === 'video' ? 'Video' : 'Photo'} from ${message.sender.firstName}. Show in chat`}
          onOpen={() => void navigate(chatPath)}
        />
      ))}
    </div>
  );
}

export const memoryFiles = (message: MessageView, chatPath: string): ReactNode => <MemoryFiles message={message} chatPath={chatPath} />;
