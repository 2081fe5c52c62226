import type { MessageView } from '@duet/contracts';
import { Pencil, Reply, X } from 'lucide-react';
import { t } from '../../../texts/index.js';
import { IconButton } from '../../../ui/icon-button.js';
import { type ReplyTarget, useActs } from '../actions/acts.js';
import styles from './composer-bar.module.css';
import { quotedWords } from '../quoted-words.js';
import { useCurrent } from '../use-current.js';

interface BarProps {
  icon: typeof Reply;
  title: string;
  words: string;
  closeLabel: string;
  onClose: () => void;
  onPress?: (() => void) | undefined;
}

function Bar({ icon: Icon, title, words, closeLabel, onClose, onPress }: BarProps) {
  const text = (
    <>
      <span className={styles.title}>{title}</span>
      <span className={styles.words} dir="auto">
        {words}
      </span>
    </>
  );
  return (
    <div className={styles.bar}>
      <Icon size={18} aria-hidden className={styles.icon} />
      {onPress ? (
        <button type="button" className={styles.text} onClick={onPress}>
          {text}
        </button>
      ) : (
        <div className={styles.text}>{text}</div>
      )}
      <IconButton label={closeLabel} onPress={onClose}>
        <X size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

/** The message that the next text replies to. */
export function ReplyBar({ target }: { target: ReplyTarget }) {
  const { reply } = useActs();
  if (target.message) return <KnownReply message={target.message} />;
  return (
    <Bar
      icon={Reply}
      title={t('messages.reply')}
      words={t('messages.toAnEarlierMessage')}
      closeLabel={t('messages.cancelReply')}
      onClose={() => reply(null)}
    />
  );
}

function KnownReply({ message: target }: { message: MessageView }) {
  const { reply, nameOf, jump, self } = useActs();
  const message = useCurrent(target);
  const sender = message.sender._id;
  return (
    <Bar
      icon={Reply}
      title={sender === self ? t('messages.replyToYourself') : t('messages.replyToName', { name: nameOf(sender) })}
      words={quotedWords(message)}
      closeLabel={t('messages.cancelReply')}
      onClose={() => reply(null)}
      onPress={() => jump(message.seq)}
    />
  );
}

export function EditBar({ message }: { message: MessageView }) {
  const { edit } = useActs();
  return (
    <Bar
      icon={Pencil}
      title={t('messages.editMessage')}
      words={message.content}
      closeLabel={t('messages.cancelEditing')}
      onClose={() => edit(null)}
    />
  );
}
