import { type ReactNode, useState } from 'react';
import { useUnsentCount } from '../../sync/index.js';
import { t } from '../../texts/index.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { useSignOut } from './use-sign-out.js';

interface SignOutDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The other effects of a sign-out. */
  children?: ReactNode;
}

/** Asks before a sign-out, which erases everything that has not been sent. */
export function SignOutDialog({ isOpen, onClose, children }: SignOutDialogProps) {
  const [isLeaving, setLeaving] = useState(false);
  const signOut = useSignOut();
  const unsent = useUnsentCount();
  const leave = (): void => {
    setLeaving(true);
    void signOut();
  };
  return (
    <ConfirmDialog
      title={t('app.signOutOnThisDevice')}
      confirmLabel={t('common.signOut')}
      isOpen={isOpen}
      isPending={isLeaving}
      onClose={onClose}
      onConfirm={leave}
    >
      {children}
      <p>{t('app.unsentIsLost', { unsent })}</p>
    </ConfirmDialog>
  );
}
