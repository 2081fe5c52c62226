import type { MessageView } from '@duet/contracts';
import { rules } from '@duet/contracts/plain';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { showFailure } from '../../../api/show-failure.js';
import { useTypedText } from '../../../platform/app-lock/use-typed-text.js';
import { t } from '../../../texts/index.js';
import { IconButton } from '../../../ui/icon-button.js';
import { useActs } from '../actions/acts.js';
import { useEditMessageMutation } from '../messages-api.js';
import { useCurrent } from '../use-current.js';
import { EditBar } from './composer-bar.js';
import { ComposerField } from './composer-field.js';
import styles from './composer.module.css';

interface EditMessageProps {
  message: MessageView;
  begun: string;
  onClose: () => void;
}

/** Edits a message. Escape cancels. */
export function EditMessage({ message: edited, begun, onClose }: EditMessageProps) {
  const acts = useActs();
  const message = useCurrent(edited);
  const [edit] = useEditMessageMutation();
  const [text, setText] = useTypedText(`edit/${edited._id}`, begun);
  const field = useRef<HTMLTextAreaElement>(null);
  const canSave = rules.messageContent(text) === null;
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (message.deletedAt !== null) acts.edit(null);
  }, [acts, message.deletedAt]);

  const save = async (): Promise<void> => {
    if (!canSave) return;
    acts.edit(null);
    if (text === message.content) return;
    const { error } = await edit({ message, content: text });
    if (!error) return;
    showFailure(error);
    if (acts.read().editing === null) acts.edit(message, text);
  };
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <EditBar message={message} />
      <ComposerField
        field={field}
        label={t('messages.editMessage')}
        value={text}
        onChange={setText}
        onSend={() => void save()}
        onKey={(event) => event.key === 'Escape' && onClose()}
      />
      <IconButton label={t('common.save')} look="primary" isDisabled={!canSave} onPress={() => void save()}>
        <Check size={20} aria-hidden />
      </IconButton>
    </form>
  );
}
