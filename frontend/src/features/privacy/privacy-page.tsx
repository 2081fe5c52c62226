import { useSession } from '../../platform/session/session.js';
import { t } from '../../texts/index.js';
import { LinkButton } from '../../ui/button.js';
import { PrivacyContents } from './privacy-contents.js';

/** The privacy page inside the app, open to everybody. */
export function PrivacyPage() {
  const { isAuthenticated } = useSession();
  return (
    <PrivacyContents
      way={
        <LinkButton href={isAuthenticated ? '/dashboard' : '/login'} look="ghost">
          {isAuthenticated ? t('privacy.backToDuet') : t('common.signIn')}
        </LinkButton>
      }
    />
  );
}
