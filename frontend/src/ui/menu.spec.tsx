import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FollowContext } from './app-link.js';
import { Menu } from './menu.js';
import { PressButton } from './press-button.js';

const NAMES = ['Reply', 'React', 'Edit', 'Delete'];
const acted = jest.fn<void, [string]>();
const follow = jest.fn<void, [string]>();

beforeEach(() => {
  jest.clearAllMocks();
  const entries = [
    ...NAMES.map((label) => ({ id: label, label, onAction: () => acted(label) })),
    { id: 'page', label: 'Profile', href: '/profile' },
  ];
  render(
    <FollowContext value={follow}>
      <Menu label="Message" trigger={<PressButton>More</PressButton>} entries={entries} header={<p>Mira</p>} />
    </FollowContext>,
  );
});

const trigger = (): HTMLElement => screen.getByRole('button', { name: 'More' });
const focused = (): string | undefined => document.activeElement?.textContent;
const isGone = (): Promise<void> => waitFor(() => expect(screen.queryByRole('menu')).toBeNull());

async function openByKey(key: string): Promise<void> {
  trigger().focus();
  await userEvent.keyboard(key);
  await screen.findByRole('menu', { name: 'Message' });
}

it('opens by keys at its first or last entry, and moves between them', async () => {
  await openByKey('{ArrowDown}');
  await waitFor(() => expect(focused()).toBe('Reply'));
  await userEvent.keyboard('{ArrowUp}');
  expect(focused()).toBe('Profile');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('React');
  await userEvent.keyboard('{End}{Home}r');
  expect(focused()).toBe('React');
  await userEvent.keyboard('r');
  expect(focused()).toBe('Reply');
  await userEvent.keyboard('x');
  expect(focused()).toBe('Reply');
  await userEvent.keyboard('{Escape}');
  await isGone();
  await openByKey('{ArrowUp}');
  await waitFor(() => expect(focused()).toBe('Profile'));
});

it('acts once by a key or a press, closes, and gives the focus back', async () => {
  await openByKey('{Enter}');
  await waitFor(() => expect(focused()).toBe('Reply'));
  await userEvent.keyboard('{Enter}');
  await isGone();
  expect(document.activeElement).toBe(trigger());
  await userEvent.click(trigger());
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await isGone();
  expect(acted.mock.calls).toEqual([['Reply'], ['Delete']]);
});

it('closes by Escape, Tab or a press beside it, which does nothing else', async () => {
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.keyboard('{Tab}'),
    () => userEvent.click(screen.getByRole('menu').closest('[popover]') ?? document.body),
  ]) {
    await openByKey('{Enter}');
    await waitFor(() => expect(focused()).toBe('Reply'));
    await close();
    await isGone();
  }
  await userEvent.click(trigger());
  await userEvent.click(await screen.findByText('Mira'));
  expect(screen.getByRole('menu')).toBeTruthy();
  expect(acted).not.toHaveBeenCalled();
});

it('follows a link within the app by a press or a key', async () => {
  await userEvent.click(trigger());
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Profile' }));
  await isGone();
  await openByKey('{ArrowUp}');
  await userEvent.keyboard(' ');
  await isGone();
  expect(follow.mock.calls).toEqual([['/profile'], ['/profile']]);
});
