import { Heart, Lock, LogOut, Settings, UserRound } from 'lucide-react';
import { useState } from 'react';
import { appLock, useAppLock } from '../../platform/app-lock/app-lock.js';
import { usePartner } from '../../platform/account/partner-status.js';
import { useSession } from '../../platform/session/session.js';
import { useSignOut } from '../../features/auth/use-sign-out.js';
import { useUnsentCount } from '../../sync/index.js';
import { t } from '../../texts/index.js';
import { Avatar } from '../../ui/avatar.js';
import { late } from '../../ui/late.js';
import { Menu } from '../../ui/menu.js';
import { PressButton } from '../../ui/press-button.js';
import { useOpenedOnce } from '../../ui/use-opened-once.js';
import styles from './layout.module.css';

const SignOutDialog = late(async () => (await import('../../features/auth/sign-out-dialog.js')).SignOutDialog);

export function UserMenu() {
  const { user } = useSession();
  const { partner } = usePartner();
  const { kind } = useAppLock();
  const [isAsking, setAsking] = useState(false);
  const wasAsked = useOpenedOnce(isAsking);
  const unsent = useUnsentCount();
  const signOut = useSignOut();
  if (!user) return null;
  return (
    <>
      <Menu
        label={t('app.userMenu')}
        trigger={
          <PressButton className={styles.avatarButton}>
            <span className="visually-hidden">{t('app.userMenu')}</span>
            <Avatar
              firstName={user.firstName}
              lastName={user.lastName}
              src={user.avatar}
              size="small"
              tone="mulberry"
            />
          </PressButton>
        }
        header={
          <div className={styles.menuHead}>
            <p className={styles.cardName}>{user.fullName}</p>
            <p className={styles.soft}>@{user.username}</p>
          </div>
        }
        entries={[
          { id: 'profile', label: t('app.yourProfile'), icon: <UserRound size={18} aria-hidden />, href: '/profile' },
          ...(partner
            ? [
                {
                  id: 'partner',
                  label: t('partners.yourPartner'),
                  icon: <Heart size={18} aria-hidden />,
                  href: '/partner',
                },
              ]
            : []),
          { id: 'settings', label: t('common.settings'), icon: <Settings size={18} aria-hidden />, href: '/settings' },
          ...(kind === 'off'
            ? []
            : [{ id: 'lock', label: t('app.lockNow'), icon: <Lock size={18} aria-hidden />, onAction: appLock.lock }]),
          {
            id: 'sign-out',
            label: t('common.signOut'),
            icon: <LogOut size={18} aria-hidden />,
            danger: true,
            onAction: () => (unsent > 0 ? setAsking(true) : void signOut()),
          },
        ]}
      />
      {wasAsked && <SignOutDialog isOpen={isAsking} onClose={() => setAsking(false)} />}
    </>
  );
}
