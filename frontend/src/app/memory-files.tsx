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
  if (first.kind === 'voice') return <VoiceNote item={first} message={message} trackKey={`${message.sender._id} ${message.clientMessageId}`} clientMessageId={message.clientMessageId} />;
  if (first.kind === 'file') return <FileCard item={first} />;
  return (
    <div className={styles.pictures}>
      {items.map((item) => (
        <Tile
          key={item.key}
          item={item}
          variant="display"
          style={{ aspectRatio: items.length === 1 ? '4 / 3' : '1' }}
          label={`${item.kind === 'video' ? 'Video' : 'Photo'} from ${message.sender.firstName}. Show in chat`}
          onOpen={() => void navigate(chatPath)}
        />
      ))}
    </div>
  );
}

export const memoryFiles = (message: MessageView, chatPath: string): ReactNode => <MemoryFiles message={message} chatPath={chatPath} />;
