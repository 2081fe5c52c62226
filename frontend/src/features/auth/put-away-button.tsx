import { X } from 'lucide-react';
import { t } from '../../texts/index.js';
import { IconButton } from '../../ui/icon-button.js';

/** Closes a banner until the next visit. */
export function PutAwayButton({ onPress }: { onPress: () => void }) {
  return (
    <IconButton label={t('auth.putThisNoteAway')} onPress={onPress}>
      <X size={18} aria-hidden />
    </IconButton>
  );
}
