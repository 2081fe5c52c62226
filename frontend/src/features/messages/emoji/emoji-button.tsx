import { Smile } from 'lucide-react';
import { t } from '../../../texts/index.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Popover } from '../../../ui/popover.js';
import { EmojiPicker } from './late-emoji-picker.js';

/** Opens the emoji picker, which stays open so that several can be chosen. */
export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  return (
    <Popover
      label={t('emoji.emoji')}
      placement="top start"
      trigger={
        <IconButton label={t('emoji.emoji')}>
          <Smile size={20} aria-hidden />
        </IconButton>
      }
    >
      <EmojiPicker onChoose={onChoose} />
    </Popover>
  );
}
