import { Smile } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.js';
import { Popover } from '../../../ui/popover.js';
import { EmojiPicker } from './emoji-picker.js';

/** Opens the emoji and keeps them open: several may follow each other. */
export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  return (
    <Popover
      label="Emoji"
      placement="top start"
      trigger={
        <IconButton label="Emoji">
          <Smile size={20} aria-hidden />
        </IconButton>
      }
    >
      <EmojiPicker onChoose={onChoose} />
    </Popover>
  );
}
