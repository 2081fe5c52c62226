import { useSession } from '../../api/session.js';
import { Banner } from '../../ui/banner.js';
import { ResendButton } from './resend-button.js';

/** Asks to verify the address; everything works without. */
export function VerifyBanner() {
  const { user } = useSession();
  if (!user || user.emailVerified !== false) return null;
  return (
    <Banner action={<ResendButton look="ghost" />}>
      Please verify your email. We sent a link to {user.email}.
    </Banner>
  );
}
