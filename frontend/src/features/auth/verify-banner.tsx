import { X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { IconButton } from '../../ui/icon-button.js';
import { ResendButton } from './resend-button.js';

/** Asks the user to verify their address, unless it cannot be reached. The user can put it away until the next visit. */
export function VerifyBanner() {
  const { user } = useSession();
  const [putAwayFor, setPutAwayFor] = useState<string | null>(null);
  if (!user || user.emailVerified !== false || [putAwayFor, user.refusedEmail].includes(user.email)) return null;
  return (
    <Banner
      action={
        <>
          <ResendButton look="ghost" />
          <IconButton label={t('auth.putThisNoteAway')} onPress={() => setPutAwayFor(user.email)}>
            <X size={18} aria-hidden />
          </IconButton>
        </>
      }
    >
      {t('auth.pleaseVerifyYourEmailWeSent', { email: user.email })}
    </Banner>
  );
}
