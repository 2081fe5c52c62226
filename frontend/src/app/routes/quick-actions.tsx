import { MessageCircleHeart, Sparkles, Trophy } from 'lucide-react';
import { useId } from 'react';
import { t } from '../../texts/index.js';
import { Button, LinkButton } from '../../ui/button.js';
import styles from './pages.module.css';

const ACTIONS = [
  { href: '/chat', label: 'app.sendMessage', icon: MessageCircleHeart, look: 'primary' },
  { href: '/memories', label: 'app.createMemory', icon: Sparkles, look: 'secondary' },
  { href: '/challenges?tab=ideas', label: 'app.newChallenge', icon: Trophy, look: 'secondary' },
] as const;

/** The dashboard's shortcuts. Without a partner they are disabled and say why. */
export function QuickActions({ isLinked }: { isLinked: boolean }) {
  const reason = useId();
  return (
    <div role="group" aria-label={t('app.quickActions')} className={styles.actions}>
      {ACTIONS.map(({ href, label, icon: Icon, look }) =>
        isLinked ? (
          <LinkButton key={href} href={href} look={look} className={styles.action ?? ''}>
            <Icon size={18} aria-hidden /> {t(label)}
          </LinkButton>
        ) : (
          <Button key={href} isDisabled aria-describedby={reason} className={styles.action ?? ''}>
            <Icon size={18} aria-hidden /> {t(label)}
          </Button>
        ),
      )}
      {!isLinked && (
        <p id={reason} className={styles.reason}>
          {t('app.theseOpenAsSoonAsYou')}
        </p>
      )}
    </div>
  );
}
