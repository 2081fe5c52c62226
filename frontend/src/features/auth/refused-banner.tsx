import { useState } from 'react';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { LinkButton } from '../../ui/button.js';
import { PutAwayButton } from './put-away-button.js';
import { ResendButton } from './resend-button.js';

/** Says that no mails arrive. A new address, or the link of another try, ends it; the user can put it away until the next visit. */
export function RefusedBanner() {
  const { user } = useSession();
  const [putAwayFor, setPutAwayFor] = useState<string | null>(null);
  const email = user?.refusedEmail ?? null;
  if (!user || email === null || email === putAwayFor) return null;
  return (
    <Banner
      action={
        <>
          {email === user.email && <ResendButton look="ghost" />}
          <LinkButton href="/settings" look="ghost" size="small">
            {t('auth.changeEmail')}
          </LinkButton>
        </>
      }
      corner={<PutAwayButton onPress={() => setPutAwayFor(email)} />}
    >
      {t('auth.weCannotReach', { email })}
    </Banner>
  );
}
