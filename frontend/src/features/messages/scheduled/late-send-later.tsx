import { CalendarClock } from 'lucide-react';
import { t } from '../../../texts/index.js';
import { IconButton } from '../../../ui/icon-button.js';
import { late } from '../../../ui/late.js';

/** Holds the place of the button, so that nothing moves when it comes. */
function ComingButton() {
  return (
    <IconButton label={t('scheduled.sendLater')} isDisabled>
      <CalendarClock size={20} aria-hidden />
    </IconButton>
  );
}

export const SendLater = late(async () => (await import('./send-later.js')).SendLater, <ComingButton />);
