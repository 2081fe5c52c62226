import { MessageCircleHeart, Sparkles, Trophy } from 'lucide-react';
import { useId } from 'react';
import { Button, LinkButton } from '../../ui/button.js';
import styles from './pages.module.css';

const ACTIONS = [
  { href: '/chat', label: 'Send Message', icon: MessageCircleHeart, look: 'primary' },
  { href: '/memories', label: 'Create Memory', icon: Sparkles, look: 'secondary' },
  { href: '/challenges', label: 'New Challenge', icon: Trophy, look: 'secondary' },
] as const;

/** Without a partner they are there, and say why they cannot be used. */
export function QuickActions({ isLinked }: { isLinked: boolean }) {
  const reason = useId();
  return (
    <div role="group" aria-label="Quick actions" className={styles.actions}>
      {ACTIONS.map(({ href, label, icon: Icon, look }) =>
        isLinked ? (
          <LinkButton key={href} href={href} look={look}>
            <Icon size={18} aria-hidden /> {label}
          </LinkButton>
        ) : (
          <Button key={href} isDisabled aria-describedby={reason}>
            <Icon size={18} aria-hidden /> {label}
          </Button>
        ),
      )}
      {!isLinked && (
        <p id={reason} className={styles.reason}>
          These open as soon as you are linked with a partner.
        </p>
      )}
    </div>
  );
}
