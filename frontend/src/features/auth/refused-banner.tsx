import { X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { Banner } from '../../ui/banner.js';
import { LinkButton } from '../../ui/button.js';
import { IconButton } from '../../ui/icon-button.js';
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
          <IconButton label={t('auth.putThisNoteAway')} onPress={() => setPutAwayFor(email)}>
            <X size={18} aria-hidden />
          </IconButton>
        </>
      }
    >
      {t('auth.weCannotReach', { email })}
    </Banner>
  );
}
