import { type RouteObject, createBrowserRouter } from 'react-router-dom';
import { CrashPage } from './crash-page.js';
import { SignedInOnly, SignedOutOnly } from './guards.js';
import { NotFoundPage } from './not-found-page.js';
import { Root } from './root.js';

const publicPages: RouteObject[] = [
  { index: true, handle: { title: null }, lazy: { Component: async () => (await import('../features/landing/landing-page.js')).LandingPage } },
  { path: 'login', handle: { title: 'Sign in' }, lazy: { Component: async () => (await import('../features/auth/login-page.js')).LoginPage } },
  { path: 'register', handle: { title: 'Create account' }, lazy: { Component: async () => (await import('../features/auth/register-page.js')).RegisterPage } },
  {
    path: 'forgot-password',
    handle: { title: 'Forgot password' },
    lazy: { Component: async () => (await import('../features/auth/forgot-password-page.js')).ForgotPasswordPage },
  },
];

/** Links from a mail work for everybody, signed in or not. */
const openPages: RouteObject[] = [
  {
    path: 'reset-password/:token',
    handle: { title: 'Reset password' },
    lazy: { Component: async () => (await import('../features/auth/reset-password-page.js')).ResetPasswordPage },
  },
  {
    path: 'verify-email/:token',
    handle: { title: 'Verify email' },
    lazy: { Component: async () => (await import('../features/auth/verify-email-page.js')).VerifyEmailPage },
  },
];

const chat = { handle: { title: 'Chat' }, lazy: { Component: async () => (await import('./routes/chat-page.js')).ChatPage } };
const memories = { handle: { title: 'Memories' }, lazy: { Component: async () => (await import('../features/memories/memories-page.js')).MemoriesPage } };
const challenges = {
  handle: { title: 'Challenges' },
  lazy: { Component: async () => (await import('../features/challenges/challenges-page.js')).ChallengesPage },
};

const protectedPages: RouteObject[] = [
  { path: 'dashboard', handle: { title: 'Dashboard' }, lazy: { Component: async () => (await import('./routes/dashboard-page.js')).DashboardPage } },
  { path: 'chat', ...chat },
  { path: 'chat/:chatId', ...chat },
  { path: 'memories', ...memories },
  { path: 'memories/:capsuleId', ...memories },
  { path: 'challenges', ...challenges },
  { path: 'challenges/:challengeId', ...challenges },
  { path: 'profile', handle: { title: 'Profile' }, lazy: { Component: async () => (await import('./routes/profile-page.js')).ProfilePage } },
  { path: 'settings', handle: { title: 'Settings' }, lazy: { Component: async () => (await import('./routes/settings-page.js')).SettingsPage } },
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
        children: [{ lazy: { Component: async () => (await import('./layout/app-layout.js')).AppLayout }, children: protectedPages }],
      },
      { path: '*', handle: { title: 'Page Not Found' }, element: <NotFoundPage /> },
    ],
  },
];

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export const makeRouter = (): AppRouter => createBrowserRouter(routes);
