import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useAppLock } from '../platform/app-lock/app-lock.js';
import { returnPath } from '../platform/session/return-path.js';
import { useSession } from '../platform/session/session.js';
import { late } from '../ui/late.js';

const LockPage = late(async () => (await import('./lock-page.js')).LockPage, null, 'throw');

const HOME = '/dashboard';

/** The page to which an invite link leads after the sign-in; null without an invite. */
function invitedTo(search: string): string | null {
  const code = new URLSearchParams(search).get('invite');
  return code ? `${HOME}?invite=${encodeURIComponent(code)}` : null;
}

export function SignedInOnly() {
  const { isAuthenticated } = useSession();
  const { isLocked } = useAppLock();
  if (!isAuthenticated) return <ToSignIn />;
  return isLocked ? <LockPage /> : <Outlet />;
}

/** Keeps the page that the user asked for, unless they have just left it by choice. */
function ToSignIn() {
  const { leftByChoice, formerUserId } = useSession();
  const { pathname, search, hash } = useLocation();
  const asked = `${pathname}${search}${hash}`;
  useEffect(() => {
    if (leftByChoice) returnPath.forget();
    else returnPath.keep(asked, formerUserId);
  }, [leftByChoice, asked, formerUserId]);
  return <Navigate to="/login" replace />;
}

export function SignedOutOnly() {
  const { isAuthenticated } = useSession();
  return isAuthenticated ? <FromSignIn /> : <Outlet />;
}

/** Leads to what the user asked for, once. */
function FromSignIn() {
  const { search } = useLocation();
  const { user } = useSession();
  const [to] = useState(() => invitedTo(search) ?? returnPath.read(user?._id ?? null) ?? HOME);
  useEffect(() => returnPath.forget(), []);
  return <Navigate to={to} replace />;
}
