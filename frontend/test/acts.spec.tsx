import type { MessageView } from '@duet/contracts';
import { ERRORS } from '@duet/contracts/plain';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as on } from 'msw';
import { item, useActsPage } from './acts-page.js';
import { refusal } from './api-server.js';
import { aMessage, me, partner } from './chat-server.js';
import { stored } from './fake-wire.js';

const { page, calls, changed, openPage } = useActsPage();

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Message Bob' });
const stand = (text: string): void => act(() => item(text).focus());

async function fromMenu(text: string, entry: string): Promise<void> {
  fireEvent.keyDown(item(text), { key: 'Enter' });
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
}

const reactionEvent = (message: MessageView) => ({
  chatId: message.chatId,
  rev: message.rev,
  messageId: message._id,
  reactions: message.reactions,
  message,
});

describe('acting on a message', () => {
  it('shows an own reaction at once and then the server’s state', async () => {
    await openPage();
    await userEvent.hover(item('from Bob'));
    await userEvent.click(within(item('from Bob')).getByRole('button', { name: 'React with ❤️' }));
    expect(within(item('from Bob')).getByRole('button', { name: '❤️ 1, by You', pressed: true })).toBeVisible();
    await waitFor(() => expect(calls).toEqual(['react m1 ❤️']));
    act(() =>
      page.wire.deliver(
        'reaction_updated',
        reactionEvent(
          changed('m1', {
            reactions: [
              { emoji: '❤️', user: me._id },
              { emoji: '❤️', user: partner._id },
            ],
          }),
        ),
      ),
    );
    expect(await within(item('from Bob')).findByRole('button', { name: '❤️ 2, by You and Bob' })).toHaveTextContent(
      '2',
    );
    fireEvent.keyDown(item('from Bob'), { key: 'Enter' });
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Who reacted' }));
    expect(
      within(screen.getByRole('dialog', { name: 'Who reacted' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['You❤️', 'Bob❤️']);
  });

  it('reloads a message after a refused reaction and keeps the partner’s changes', async () => {
    page.http.use(
      on.post('*/api/messages/m1/reaction', () => {
        changed('m1', { reactions: [{ emoji: '👍', user: partner._id }] });
        return refusal('TOO_MANY_REACTIONS');
      }),
    );
    await openPage();
    await userEvent.hover(item('from Bob'));
    await userEvent.click(within(item('from Bob')).getByRole('button', { name: 'React with 😂' }));
    await waitFor(() =>
      expect(within(item('from Bob')).queryByRole('button', { name: /^😂 / })).not.toBeInTheDocument(),
    );
    expect(within(item('from Bob')).getByRole('button', { name: '👍 1, by Bob' })).toBeVisible();
    expect(page.server.pages.at(-1)).toBe('limit=1&around=1');
    expect(await screen.findByRole('alert')).toHaveTextContent(ERRORS.TOO_MANY_REACTIONS.message);
  });

  it('takes back reactions that failed offline, where the message cannot be loaded either', async () => {
    await openPage();
    let goOffline = (): void => undefined;
    const offline = new Promise<void>((resolve) => void (goOffline = resolve));
    const fail = async () => {
      await offline;
      return HttpResponse.error();
    };
    page.http.use(on.post('*/api/messages/m1/reaction', fail), on.get('*/api/messages/conversation', fail));
    await userEvent.hover(item('from Bob'));
    for (const emoji of ['❤️', '😂']) {
      await userEvent.click(within(item('from Bob')).getByRole('button', { name: `React with ${emoji}` }));
      expect(within(item('from Bob')).getByRole('button', { name: `${emoji} 1, by You` })).toBeVisible();
    }
    goOffline();
    await waitFor(() =>
      expect(within(item('from Bob')).queryByRole('button', { name: /by You$/ })).not.toBeInTheDocument(),
    );
  });

  it('replies with a quote that the local echo already shows', async () => {
    let acknowledge = (): void => undefined;
    page.wire.answerSend = (send) =>
      new Promise((resolve) => void (acknowledge = () => resolve(stored(page.server.store(send)))));
    await openPage();
    fireEvent.keyDown(item('from Bob'), { key: 'r' });
    expect(field()).toHaveFocus();
    expect(screen.getByText('Reply to Bob')).toBeVisible();
    await userEvent.type(field(), 'of course{Enter}');
    expect(within(item('of course')).getByRole('button', { name: /^In reply to Bob: from Bob/ })).toBeVisible();
    expect(screen.queryByText('Reply to Bob')).not.toBeInTheDocument();
    await waitFor(() => expect(page.wire.sends()).toMatchObject([{ content: 'of course', replyTo: 'm1' }]));
    await act(async () => acknowledge());
  });

  it('edits the last own text on Arrow Up, cancels on Escape and keeps the draft', async () => {
    await openPage();
    await userEvent.type(field(), '{ArrowUp}');
    const edit = screen.getByRole('textbox', { name: 'Edit message' });
    expect(edit).toHaveFocus();
    expect(edit).toHaveValue('from Ada');
    await userEvent.type(edit, '!{Escape}');
    expect(field()).toHaveFocus();
    expect(calls).toEqual([]);
    await fromMenu('from Ada', 'Edit');
    await userEvent.type(screen.getByRole('textbox', { name: 'Edit message' }), ' again{Enter}');
    expect(item('from Ada again')).toHaveTextContent('edited');
    await waitFor(() => expect(calls).toEqual(['edit m2 from Ada again']));
  });

  it('restores the edited text when the server refuses it', async () => {
    page.http.use(on.patch('*/api/messages/m2', () => refusal('INTERNAL')));
    await openPage();
    fireEvent.keyDown(item('from Ada'), { key: 'e' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Edit message' }), ' precious{Enter}');
    expect(await screen.findByRole('textbox', { name: 'Edit message' })).toHaveValue('from Ada precious');
    expect(item('from Ada')).toBeVisible();
  });

  it('offers only the actions that the message allows', async () => {
    await openPage();
    fireEvent.keyDown(item('from Bob'), { key: 'Enter' });
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Reply',
      'React',
      'Copy',
      'Keep this',
      'Make it a wish',
      'Put it on a list',
      'Make it a date',
      'Pin',
      'Star',
      'Mark unread',
      'Report…',
      'Delete for me',
    ]);
    await userEvent.keyboard('{Escape}');
    fireEvent.keyDown(item('from Bob'), { key: 'Delete' });
    fireEvent.keyDown(item('from Bob'), { key: 'e' });
    expect(screen.queryByText('Message deleted')).not.toBeInTheDocument();
    expect(screen.queryByRole('textbox', { name: 'Edit message' })).not.toBeInTheDocument();
  });

  it('copies plain text', async () => {
    const user = userEvent.setup();
    await openPage();
    fireEvent.keyDown(item('from Bob'), { key: 'Enter' });
    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('from Bob');
  });

  it('opens a sheet on a long press, whose release does not tap the sheet', async () => {
    page.server.messages[0] = aMessage(1, partner, { content: 'from Bob' });
    page.server.messages[1] = aMessage(2, me, {
      content: 'from Ada',
      replyTo: { ...aMessage(1, partner), content: 'from Bob' },
    });
    await openPage();
    const quote = within(item('from Ada')).getByRole('button', { name: /^In reply to Bob/ });
    const tapped = jest.fn();
    quote.addEventListener('click', (event) => tapped(event.defaultPrevented));
    jest.useFakeTimers();
    // jsdom does not implement pointer events.
    const touch = (type: string, on: Element): boolean =>
      fireEvent(
        on,
        Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true }), {
          pointerType: 'touch',
          pointerId: 1,
        }),
      );
    touch('pointerdown', quote);
    act(() => void jest.advanceTimersByTime(1_000));
    jest.useRealTimers();
    const pressed = jest.fn();
    for (const name of ['pointerup', 'mouseup', 'click'])
      screen.getByRole('menuitem', { name: 'Edit' }).addEventListener(name, pressed);
    touch('pointerup', screen.getByRole('menuitem', { name: 'Edit' }));
    fireEvent.mouseUp(screen.getByRole('menuitem', { name: 'Edit' }));
    for (const below of [quote, screen.getByRole('menuitem', { name: 'Edit' })]) fireEvent.click(below, { detail: 1 });
    expect(tapped).not.toHaveBeenCalled();
    expect(pressed).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog', { name: 'Message' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'React with 👍' })).toBeVisible();
    expect(screen.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  });
});

describe('the emoji picker', () => {
  it('works by keyboard, finds emoji by words and remembers recent ones', async () => {
    await openPage();
    stand('from Bob');
    fireEvent.keyDown(item('from Bob'), { key: '+' });
    const search = await screen.findByRole('searchbox', { name: 'Search emoji' });
    expect(screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-label'))).toEqual([
      'Smileys',
      'Hearts',
      'Gestures',
      'Objects',
      'Nature',
      'Food',
    ]);
    const recent = screen.getByRole('grid', { name: 'Recently used' });
    expect(within(recent).getAllByRole('button')).toHaveLength(8);
    await userEvent.type(search, 'octop');
    const found = screen.getByRole('grid', { name: 'Found' });
    await userEvent.keyboard('{ArrowDown}');
    expect(within(found).getByRole('button', { name: 'octopus' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(calls).toEqual(['react m1 🐙']));
    expect(JSON.parse(localStorage.getItem(`duet-recent-emoji ${me._id}`) ?? '[]')[0]).toBe('🐙');
  });

  it('inserts several emoji at the cursor', async () => {
    await openPage();
    await userEvent.type(field(), 'so good');
    field().focus();
    Object.assign(field(), { selectionStart: 2, selectionEnd: 2 });
    await userEvent.click(screen.getByRole('button', { name: 'Emoji' }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Hearts' }));
    await userEvent.click(await screen.findByRole('button', { name: 'blue heart' }));
    await userEvent.click(screen.getByRole('button', { name: 'green heart' }));
    expect(screen.getByLabelText('Message Bob', { selector: 'textarea' })).toHaveValue('so💙💚 good');
  });
});
