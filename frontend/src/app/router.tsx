import type { ComponentType } from 'react';
import { type RouteObject, createBrowserRouter, useLocation } from 'react-router-dom';
import { t } from '../texts/index.js';
import { CrashPage } from './crash-page.js';
import { SignedInOnly, SignedOutOnly } from './guards.js';
import { NotFoundPage } from './not-found-page.js';
import { PageNotLoaded } from './page-not-loaded.js';
import { Root } from './root.js';

/** The route's title, for `Root`. */
const titled = (title: () => string) => ({ title });

/**
 * A page that loads when it is first opened. `lazy` is a function, because the router mutates the object form, which two
 * routes cannot share.
 */
const page = (path: string, title: () => string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  handle: titled(title),
  lazy: async () => ({ Component: await load() }),
});

/** Passes a page the query of its address; the page itself works without a router. */
const withSearch = (Page: ComponentType<{ search: string }>) =>
  function PageWithSearch() {
    return <Page search={useLocation().search} />;
  };

const publicPages: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('../features/landing/landing-page.js')).LandingPage }) },
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

const chat = async () => (await import('./routes/chat-page.js')).ChatPage;
const memories = async () => (await import('./routes/memories-page.js')).MemoriesPage;
const challenges = async () => (await import('./routes/challenges-page.js')).ChallengesPage;

const protectedPages: RouteObject[] = [
  page(
    'dashboard',
    () => t('common.dashboard'),
    async () => (await import('./routes/dashboard-page.js')).DashboardPage,
  ),
  page('chat', () => t('common.chat'), chat),
  page('chat/:chatId', () => t('common.chat'), chat),
  page('memories', () => t('common.memories'), memories),
  page('memories/:capsuleId', () => t('common.memories'), memories),
  page('challenges', () => t('common.challenges'), challenges),
  page('challenges/:challengeId', () => t('common.challenges'), challenges),
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

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <CrashPage />,
    hydrateFallbackElement: <></>,
    children: [
      { element: <SignedOutOnly />, children: publicPages },
      ...openPages,
      {
        element: <SignedInOnly />,
        children: [
          {
            lazy: async () => ({ Component: (await import('./layout/app-layout.js')).AppLayout }),
            // Their errors are shown in the frame, which stays.
            children: [{ errorElement: <PageNotLoaded />, children: protectedPages }],
          },
        ],
      },
      { path: '*', handle: titled(() => t('app.pageNotFound')), element: <NotFoundPage /> },
    ],
  },
];

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export const makeRouter = (): AppRouter => createBrowserRouter(routes);
