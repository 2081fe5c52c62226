import type { ComponentType } from 'react';
import { type RouteObject, createBrowserRouter } from 'react-router-dom';
import { CrashPage } from './crash-page.js';
import { SignedInOnly, SignedOutOnly } from './guards.js';
import { NotFoundPage } from './not-found-page.js';
import { Root } from './root.js';

/** A page that is loaded when it is first opened. `lazy` is a function: the router empties the object form, which two routes must not share. */
const page = (path: string, title: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  handle: { title },
  lazy: async () => ({ Component: await load() }),
});

const publicPages: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('../features/landing/landing-page.js')).LandingPage }) },
  page('login', 'Sign in', async () => (await import('../features/auth/login-page.js')).LoginPage),
  page('register', 'Create account', async () => (await import('../features/auth/register-page.js')).RegisterPage),
  page('forgot-password', 'Forgot password', async () => (await import('../features/auth/forgot-password-page.js')).ForgotPasswordPage),
];

/** Links from a mail work for everybody, signed in or not. */
const openPages: RouteObject[] = [
  page('reset-password/:token', 'Reset password', async () => (await import('../features/auth/reset-password-page.js')).ResetPasswordPage),
  page('verify-email/:token', 'Verify email', async () => (await import('../features/auth/verify-email-page.js')).VerifyEmailPage),
];

const chat = async () => (await import('./routes/chat-page.js')).ChatPage;
const memories = async () => (await import('./routes/memories-page.js')).MemoriesPage;
const challenges = async () => (await import('./routes/challenges-page.js')).ChallengesPage;

const protectedPages: RouteObject[] = [
  page('dashboard', 'Dashboard', async () => (await import('./routes/dashboard-page.js')).DashboardPage),
  page('chat', 'Chat', chat),
  page('chat/:chatId', 'Chat', chat),
  page('memories', 'Memories', memories),
  page('memories/:capsuleId', 'Memories', memories),
  page('challenges', 'Challenges', challenges),
  page('challenges/:challengeId', 'Challenges', challenges),
  page('profile', 'Profile', async () => (await import('./routes/profile-page.js')).ProfilePage),
  page('settings', 'Settings', async () => (await import('./routes/settings-page.js')).SettingsPage),
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
        children: [{ lazy: async () => ({ Component: (await import('./layout/app-layout.js')).AppLayout }), children: protectedPages }],
      },
      { path: '*', handle: { title: 'Page Not Found' }, element: <NotFoundPage /> },
    ],
  },
];

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export const makeRouter = (): AppRouter => createBrowserRouter(routes);
