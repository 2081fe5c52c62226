import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lockStorage } from '../src/platform/app-lock/app-lock-storage.js';
import { me } from './chat-server.js';
import {
  MINUTE,
  PAGES,
  changeLockInAnotherTab,
  expectNothingPrivate,
  findLock,
  moveClock,
  openAnotherTab,
  storeLock,
  useAppLock,
} from './app-lock-page.js';

const { visit } = useAppLock();

describe('the idle lock', () => {
  const start = async (minutes: 0 | 5 = 5): Promise<void> => {
    await storeLock({ isLocked: false, minutes });
    openAnotherTab();
    visit('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
  };

  it('locks after the idle time, also while the machine sleeps', async () => {
    await start();
    moveClock(4 * MINUTE);
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(screen.getByRole('heading', { name: 'Memories' })).toBeVisible();
    moveClock(5.5 * MINUTE);
    fireEvent.keyDown(document.body, { key: 'a' });
    await findLock();
    expectNothingPrivate();
  });

  it('locks without any input', async () => {
    await start();
    moveClock(6 * MINUTE);
    await findLock();
  });

  it('locks when the clock is set back', async () => {
    await start();
    moveClock(-10 * MINUTE);
    await findLock();
  });

  it('does not lock while another tab is in use', async () => {
    await start();
    moveClock(6 * MINUTE);
    lockStorage.writeActivity(me._id, Date.now());
    fireEvent.pointerDown(document.body);
    expect(screen.getByRole('heading', { name: 'Memories' })).toBeVisible();
  });

  it('locks at once when every tab is hidden if chosen, but not while a file dialog is open', async () => {
    await start(0);
    const isSeen = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const turn = (): boolean => fireEvent(document, new Event('visibilitychange'));
    const input = document.body.appendChild(Object.assign(document.createElement('input'), { type: 'file' }));
    fireEvent.click(input);
    localStorage.setItem(PAGES, '{}');
    turn();
    expect(lockStorage.read(me._id)?.isLocked).toBe(false);
    isSeen.mockReturnValue('visible');
    turn();
    isSeen.mockReturnValue('hidden');
    turn();
    await findLock();
    input.remove();
  });
});

describe('other tabs', () => {
  it('lock and unlock together', async () => {
    await storeLock({ isLocked: false });
    openAnotherTab();
    visit('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    changeLockInAnotherTab({ isLocked: true });
    await findLock();
    expectNothingPrivate();
    changeLockInAnotherTab({ isLocked: false });
    expect(await screen.findByRole('heading', { name: 'Memories' })).toBeVisible();
  });

  it('keep the files chosen in this tab when they lock', async () => {
    await storeLock({ isLocked: false });
    openAnotherTab();
    visit('/chat');
    const plan = new File(['x'], 'plan.pdf', { type: 'application/pdf' });
    await userEvent.upload(await screen.findByLabelText('Files to attach', { selector: 'input' }), plan);
    expect(screen.getByRole('button', { name: 'Remove plan.pdf' })).toBeVisible();
    changeLockInAnotherTab({ isLocked: true });
    await findLock();
    expect(document.body).not.toHaveTextContent('plan.pdf');
    changeLockInAnotherTab({ isLocked: false });
    expect(await screen.findByRole('button', { name: 'Remove plan.pdf' })).toBeVisible();
  });

  it('stay unlocked for a new tab until the last one closes', async () => {
    await storeLock({ isLocked: false });
    openAnotherTab();
    const page = visit('/memories');
    await screen.findByRole('heading', { name: 'Memories' });
    page.unmount();
    localStorage.setItem(PAGES, '{}');
    visit('/memories');
    await findLock();
  });
});
