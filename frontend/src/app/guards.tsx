import * as v from 'valibot';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useAppLock } from '../platform/app-lock/app-lock.js';
import { useSession } from '../platform/session/session.js';
import { late } from '../ui/late.js';

const LockPage = late(async () => (await import('./lock-page.js')).LockPage);

const HOME = '/dashboard';

/** The page to which an invite link leads after the sign-in; null without an invite. */
function invitedTo(search: string): string | null {
  const code = new URLSearchParams(search).get('invite');
  return code ? `${HOME}?invite=${encodeURIComponent(code)}` : null;
}

/** The page from which `SignedInOnly` redirected the user; only a path of ours. */
const cameFrom = v.object({ from: v.pipe(v.string(), v.regex(/^\/(?![/\\])/)) });

/** The page that the user asked for before they had to sign in. */
function originOf(state: unknown): string {
  return v.is(cameFrom, state) ? state.from : HOME;
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
