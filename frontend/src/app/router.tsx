import { type ComponentType, lazy } from 'react';
import { Outlet, type Path, type RouteObject, matchRoutes, useLocation } from 'react-router-dom';
import { t } from '../texts/index.js';
import { ErrorBoundary } from './error-boundary.js';
import { SignedInOnly, SignedOutOnly } from './guards.js';
import { AppLayout } from './layout/app-layout.js';
import { useLoadLater } from './load-later.js';
import { PageNotLoaded } from './page-not-loaded.js';

/** The handle of a page's route, for `Root` and `loadPageAt`. */
interface PageHandle {
  title: () => string;
  load: () => Promise<unknown>;
}

/** A page that loads when it is first opened. */
function page(path: string, title: () => string, load: () => Promise<ComponentType>): RouteObject {
  const Page = lazy(async () => ({ default: await load() }));
  const handle: PageHandle = { title, load };
  return { path, handle, element: <Opened page={Page} /> };
}

/** Has effects only once the code of the page is there. */
function Opened({ page: Page }: { page: ComponentType }) {
  useLoadLater();
  return <Page />;
}

/** Passes a page the query of its address; the page itself works without a router. */
const withSearch = (Page: ComponentType<{ search: string }>) =>
  function PageWithSearch() {
    return <Page search={useLocation().search} />;
  };

const LandingPage = lazy(async () => ({ default: (await import('../features/landing/landing-page.js')).LandingPage }));

const publicPages: RouteObject[] = [
  { index: true, element: <LandingPage /> },
  page(
    'login',
    () => t('app.signIn'),
    async () => withSearch((await import('../features/auth/login-page.js')).LoginPage),
  ),
  page(
    'register',
    () => t('app.createAccount'),
    async () => withSearch((await import('../features/auth/register-page.js')).RegisterPage),
  ),
  page(
    'forgot-password',
    () => t('app.forgotPassword'),
    async () => (await import('../features/auth/forgot-password-page.js')).ForgotPasswordPage,
  ),
];

/** Pages for everybody, signed in or not: links from mails, and the privacy page. */
const openPages: RouteObject[] = [
  page(
    'privacy',
    () => t('app.privacy'),
    async () => (await import('../features/privacy/privacy-page.js')).PrivacyPage,
  ),
  page(
    'reset-password/:token',
    () => t('app.resetPassword'),
    async () => (await import('../features/auth/reset-password-page.js')).ResetPasswordPage,
  ),
  page(
    'cancel-email-change/:token',
    () => t('app.keepYourEmail'),
    async () => (await import('../features/auth/cancel-email-change-page.js')).CancelEmailChangePage,
  ),
  page(
    'unsubscribe/:token',
    () => t('app.switchMailsOff'),
    async () => (await import('../features/auth/unsubscribe-page.js')).UnsubscribePage,
  ),
  page(
    'lost-two-factor',
    () => t('app.lostAuthenticatorApp'),
    async () => (await import('../features/auth/lost-second-factor-page.js')).LostSecondFactorPage,
  ),
  page(
    'lost-two-factor/:token',
    () => t('app.removeTwoFactorSignIn'),
    async () => (await import('../features/auth/second-factor-link-pages.js')).RemoveSecondFactorPage,
  ),
  page(
    'keep-two-factor/:token',
    () => t('app.keepTwoFactorSignIn'),
    async () => (await import('../features/auth/second-factor-link-pages.js')).KeepSecondFactorPage,
  ),
  page(
    'verify-email/:token',
    () => t('app.verifyEmail'),
    async () => (await import('../features/auth/verify-email-page.js')).VerifyEmailPage,
  ),
];

const protectedPages: RouteObject[] = [
  page(
    'dashboard',
    () => t('common.dashboard'),
    async () => (await import('./routes/dashboard-page.js')).DashboardPage,
  ),
  page(
    'chat/:chatId?',
    () => t('common.chat'),
    async () => (await import('./routes/chat-page.js')).ChatPage,
  ),
  page(
    'memories/:capsuleId?',
    () => t('common.memories'),
    async () => (await import('./routes/memories-page.js')).MemoriesPage,
  ),
  page(
    'challenges/:challengeId?',
    () => t('common.challenges'),
    async () => (await import('./routes/challenges-page.js')).ChallengesPage,
  ),
  page(
    'search',
    () => t('search.search'),
    async () => (await import('../features/search/search-page.js')).SearchPage,
  ),
  page(
    'notifications',
    () => t('common.notifications'),
    async () => (await import('../features/notifications/notifications-page.js')).NotificationsPage,
  ),
  page(
    'profile',
    () => t('app.profile'),
    async () => (await import('./routes/profile-page.js')).ProfilePage,
  ),
  page(
    'partner',
    () => t('partners.yourPartner'),
    async () => (await import('./routes/partner-page.js')).PartnerPage,
  ),
  page(
    'settings',
    () => t('common.settings'),
    async () => (await import('./routes/settings-page.js')).SettingsPage,
  ),
];

/** Their errors are shown in the frame, which stays. */
const InFrame = () => (
  <ErrorBoundary Fallback={PageNotLoaded}>
    <Outlet />
  </ErrorBoundary>
);

export const routes: readonly RouteObject[] = [
  { element: <SignedOutOnly />, children: publicPages },
  ...openPages,
  {
    element: <SignedInOnly />,
    children: [{ element: <AppLayout />, children: [{ element: <InFrame />, children: protectedPages }] }],
  },
  page(
    '*',
    () => t('app.pageNotFound'),
    async () => (await import('./not-found-page.js')).NotFoundPage,
  ),
];

/** Begins to load the page of an address. The page shows a failure when it is rendered. */
export function loadPageAt(address: Pick<Path, 'pathname'>): void {
  for (const { route } of matchRoutes([...routes], address) ?? []) {
    const { load }: Partial<PageHandle> = route.handle ?? {};
    load?.().catch(() => undefined);
  }
}
