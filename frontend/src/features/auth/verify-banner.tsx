import { useState } from 'react';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { PutAwayButton } from './put-away-button.js';
import { ResendButton } from './resend-button.js';

/** Asks the user to verify their address, unless it cannot be reached. The user can put it away until the next visit. */
export function VerifyBanner() {
  const { user } = useSession();
  const [putAwayFor, setPutAwayFor] = useState<string | null>(null);
  if (!user || user.emailVerified !== false || [putAwayFor, user.refusedEmail].includes(user.email)) return null;
  return (
    <Banner action={<ResendButton look="ghost" />} corner={<PutAwayButton onPress={() => setPutAwayFor(user.email)} />}>
      {t('auth.pleaseVerifyYourEmailWeSent', { email: user.email })}
    </Banner>
  );
}
