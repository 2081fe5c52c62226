import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useAppLock } from '../api/app-lock.js';
import { useSession } from '../api/session.js';
import { LockPage } from './lock-page.js';

const HOME = '/dashboard';

/** Somebody who came by an invite link goes where it can be taken up. */
function invitedTo(search: string): string | null {
  const code = new URLSearchParams(search).get('invite');
  return code ? `${HOME}?invite=${encodeURIComponent(code)}` : null;
}

/** The page somebody wanted before they had to sign in; only ever one of our own paths. */
function originOf(state: unknown): string {
  const from: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'from') : undefined;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : HOME;
}

export function SignedInOnly() {
  const { isAuthenticated, leftByChoice } = useSession();
  const { isLocked } = useAppLock();
  const { pathname, search, hash } = useLocation();
  if (isAuthenticated) return isLocked ? <LockPage /> : <Outlet />;
  return <Navigate to="/login" replace state={leftByChoice ? null : { from: `${pathname}${search}${hash}` }} />;
}

export function SignedOutOnly() {
  const { isAuthenticated } = useSession();
  const { state, search } = useLocation();
  return isAuthenticated ? <Navigate to={invitedTo(search) ?? originOf(state)} replace /> : <Outlet />;
}
