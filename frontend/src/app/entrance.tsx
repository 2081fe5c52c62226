import { type ReactElement, Suspense, lazy, useEffect, useState } from 'react';
import { session, useSession } from '../platform/session/session.js';
import { followOtherTabs } from '../platform/session/start-up.js';
import { type PlainTextKey, t } from '../texts/index.js';
import { ToastRegion } from '../ui/toast-region.js';
import { Splash } from './splash.js';

/** The pages that people open most, by the first part of their path. */
const PAGES = new Map<string, () => Promise<unknown>>([
  ['chat', () => import('./routes/chat-page.js')],
  ['dashboard', () => import('./routes/dashboard-page.js')],
]);

/** Loads the app and, beside it instead of after it, the page that the router will ask for. */
function loadApp() {
  const load =
    session.get().status === 'unauthenticated' ? null : PAGES.get(window.location.pathname.split('/')[1] ?? '');
  // The app loads again what failed, and shows its failure.
  load?.().catch(() => undefined);
  return import('./whole-app.js');
}
const WholeApp = lazy(loadApp);

/** One element for all renders, so that a change of the session does not render the app from its root. */
const APP = <WholeApp />;

interface Door {
  title: PlainTextKey;
  Page: (props: { search: string }) => ReactElement;
}

const LoginPage = lazy(async () => ({ default: (await import('../features/auth/login-page.js')).LoginPage }));
const RegisterPage = lazy(async () => ({ default: (await import('../features/auth/register-page.js')).RegisterPage }));
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('../features/auth/forgot-password-page.js')).ForgotPasswordPage,
}));

/** The pages before the sign-in. The app has them too, for a session that ends while it is open. */
const DOORS = new Map<string, Door>([
  ['/login', { title: 'app.signIn', Page: ({ search }) => <LoginPage search={search} /> }],
  ['/register', { title: 'app.createAccount', Page: ({ search }) => <RegisterPage search={search} /> }],
  ['/forgot-password', { title: 'app.forgotPassword', Page: () => <ForgotPasswordPage /> }],
]);

/**
 * The first component of a page. Somebody who is about to sign in gets that page without router, store and live connection;
 * the whole app follows with the session, or at any other address.
 */
export function Entrance() {
  const { status } = useSession();
  const [door] = useState(() => DOORS.get(window.location.pathname));
  const [hasBegun, setBegun] = useState(false);
  // The app stays after a sign-out, which its parts follow.
  if (!hasBegun && (!door || status !== 'unauthenticated')) setBegun(true);
  return <Suspense fallback={<Splash />}>{door && !hasBegun ? <BeforeSignIn {...door} /> : APP}</Suspense>;
}

function BeforeSignIn({ title, Page }: Door) {
  useEffect(followOtherTabs, []);
  useLoadWhileTyping();
  useEffect(() => {
    document.title = t('app.titleDuet', { title: t(title) });
  }, [title]);
  return (
    <>
      <Page search={window.location.search} />
      <ToastRegion />
    </>
  );
}

/** Loads the app as soon as somebody fills in a form, so that the sign-in need not wait for it. */
function useLoadWhileTyping(): void {
  useEffect(() => {
    const load = (): void => void loadApp().catch(() => undefined);
    document.addEventListener('input', load, { once: true });
    return () => document.removeEventListener('input', load);
  }, []);
}
