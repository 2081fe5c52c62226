import { ERRORS } from '@duet/contracts/plain';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { CHAT, aMessage, me, partner } from './chat-server.js';
import { bubbles, log, useConversationPage, write } from './conversations.js';
import { stored } from './fake-wire.js';

const page = useConversationPage();

const isLost = (): Promise<HTMLElement> => screen.findByRole('heading', { name: 'The messages could not be loaded' });
/** The server names the conversation over the socket: from now on texts are sent. */
const hint = (): void => act(() => page.wire.deliver('sync_hint', { chatId: CHAT, rev: 0 }));

describe('a conversation that could not be loaded', () => {
  beforeEach(() => {
    page.server.messages = [aMessage(1, partner), aMessage(2, me)];
    page.http.use(http.get('*/api/messages/conversation', () => HttpResponse.json({}, { status: 500 })));
  });

  it('shows the texts that are written meanwhile, and is complete once it is loaded', async () => {
    page.wire.answerSend = async (send) => stored(page.server.store(send));
    page.open();
    await isLost();
    expect(screen.queryByRole('log')).not.toBeInTheDocument();
    await write('still here{Enter}');
    expect(await within(log()).findByRole('img', { name: 'Sending' })).toBeVisible();
    expect(bubbles()).toEqual(['still here']);
    expect(await isLost()).toBeVisible();

    hint();
    expect(await within(log()).findByRole('img', { name: 'Sent' })).toBeVisible();
    expect(bubbles()).toEqual(['still here']);
    await isLost();
    page.http.use(...page.server.handlers);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(bubbles()).toEqual(['message 1', 'message 2', 'still here']));
    expect(screen.queryByText('Bob: message 1')).not.toBeInTheDocument();
    expect(page.wire.sends()).toHaveLength(1);
  });

  it('lets its author retry and discard a refused text', async () => {
    const { code, message } = { code: 'NO_PARTNER', message: ERRORS.NO_PARTNER.message } as const;
    page.wire.answerSend = async () => ({ ok: false, failure: { code, message } });
    page.open();
    await isLost();
    await write('refused{Enter}');
    hint();
    expect(await within(log()).findByRole('img', { name: 'Not sent' })).toBeVisible();
    await userEvent.click(within(log()).getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(page.wire.sends()).toHaveLength(2));
    await userEvent.click(await within(log()).findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('log')).not.toBeInTheDocument());
  });

  it('shows no message of the partner alone, which would count as read with all earlier ones', async () => {
    page.open();
    await isLost();
    await write('still here{Enter}');
    await within(log()).findByText('still here');
    act(() => page.wire.deliver('new_message', aMessage(3, partner)));
    expect(await screen.findByText('Bob: message 3')).toBeInTheDocument();
    expect(bubbles()).toEqual(['still here']);
  });
});

it('a text that is written while the conversation loads is shown at once', async () => {
  page.server.messages = [aMessage(1, partner)];
  let load = (): void => undefined;
  page.server.pageGate = new Promise((resolve) => void (load = resolve));
  page.open();
  await write('already{Enter}');
  expect(await screen.findByRole('status', { name: 'Loading messages' })).toBeVisible();
  expect(bubbles()).toEqual(['already']);
  load();
  await waitFor(() => expect(bubbles()).toEqual(['message 1', 'already']));
  expect(screen.queryByRole('status', { name: 'Loading messages' })).not.toBeInTheDocument();
});
