import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { appLock } from '../src/platform/app-lock/app-lock.js';
import { lockStorage } from '../src/platform/app-lock/app-lock-storage.js';
import { makeVerifier } from '../src/platform/app-lock/app-lock-verifier.js';
import { me } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

export const LOCK = `duet-app-lock ${me._id}`;
export const PAGES = 'duet-app-lock-pages';
export const MINUTE = 60_000;

const realNow = Date.now.bind(Date);
let ahead = 0;

/** Moves the machine's clock forward or back. */
export function moveClock(by: number): void {
  ahead += by;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
}

function resetClock(): void {
  ahead = 0;
  jest.restoreAllMocks();
}

/** Stores a lock and recent activity as an earlier visit would have. Few hash rounds, so that tests can try many PINs. */
export async function storeLock({
  pin = '2580',
  isPasskey = false,
  ...more
}: { pin?: string; isPasskey?: boolean; minutes?: 0 | 5; isLocked?: boolean; wrong?: number } = {}): Promise<void> {
  lockStorage.write(me._id, {
    pin: isPasskey ? null : (await makeVerifier(pin, 1_000)).verifier,
    minutes: 5,
    isLocked: true,
    wrong: 0,
    wrongAt: Date.now(),
    ...more,
  });
  lockStorage.writeActivity(me._id, Date.now());
}

/** Simulates another open tab, so that closing this one does not lock. */
export const openAnotherTab = (): void =>
  localStorage.setItem(PAGES, JSON.stringify({ other: { seenAt: Date.now(), isVisible: true } }));

/** Changes the lock like another tab. */
export function changeLockInAnotherTab(change: object): void {
  const stored: object = JSON.parse(localStorage.getItem(LOCK) ?? '{}');
  localStorage.setItem(LOCK, JSON.stringify({ ...stored, ...change }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: LOCK })));
}

export const findLock = (): Promise<HTMLElement> => screen.findByRole('heading', { name: 'Duet is locked' });

/** Closes the app lock over the page, and opens it again. */
export async function lockAndUnlock(): Promise<void> {
  act(() => appLock.lock());
  await findLock();
  act(() => appLock.unlock());
}

export type Press = [role: 'button' | 'radio' | 'menuitem', name: string];

/** Presses the first thing of each name, as soon as it is there. */
export async function pressAll(presses: readonly Press[]): Promise<void> {
  for (const [role, name] of presses) {
    const [first] = await screen.findAllByRole(role, { name: new RegExp(`^${name}`) });
    if (first) await userEvent.click(first);
  }
}

export function expectNothingPrivate(): void {
  expect(document.documentElement.outerHTML).not.toMatch(/Bob|Ada|ada|Lovelace|message 1|Skip to content/);
  expect(document.title).toBe('Duet');
}

export async function enterPin(pin: string): Promise<void> {
  await userEvent.type(screen.getByLabelText('PIN'), `${pin}{Enter}`);
}

/** Starts the fake API for a test file and resets the lock and the clock after each test. */
export function useAppLock() {
  const server = useApi();
  afterEach(() => {
    resetClock();
    localStorage.clear();
  });
  const visit = (path: string) => {
    remember(server.api);
    return open(path);
  };
  return { server, visit };
}
