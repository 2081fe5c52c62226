import type { CapsuleSummary, ContributionView } from '@duet/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { CoupleConversation } from '../src/app/couple-conversation.js';
import { KeepSheet } from '../src/features/memories/keeping/keep-sheet.js';
import { aMessage, me, partner } from './chat-server.js';
import { useConversationPage } from './conversations.js';
import { slowAnswer } from './slow-answer.js';

type Capsule = Pick<CapsuleSummary, '_id' | 'title' | 'kind' | 'source' | 'emoji'>;

let capsules: Capsule[];
/** The requests of the page, in order: the path and the body. */
let calls: { to: string; body?: object }[];
let refusals: number;
let repeated: boolean;

const data = (value: unknown, more: object = {}) => HttpResponse.json({ success: true, data: value, ...more });

const KEPT: Partial<ContributionView> = { _id: 'n1', capsuleId: 'k9', author: me._id };

const page = useConversationPage(() => [
  http.get('*/api/capsules', () => data(capsules, { nextCursor: null })),
  http.post('*/api/capsules/from-message', async ({ request }) => {
    calls.push({ to: 'keep', body: Object(await request.json()) });
    if (refusals-- > 0)
      return HttpResponse.json({ success: false, code: 'UNAVAILABLE', message: 'Not now' }, { status: 503 });
    return data(KEPT, { repeated });
  }),
  http.delete('*/api/capsules/:id/contributions/:contributionId', ({ params }) => {
    calls.push({ to: `remove ${String(params['id'])} ${String(params['contributionId'])}` });
    return data({ done: true });
  }),
]);

beforeEach(() => {
  [capsules, calls, refusals, repeated] = [[], [], 0, false];
  page.element = (
    <>
      <CoupleConversation />
      <KeepSheet />
    </>
  );
  page.server.messages = [aMessage(1, partner, { content: 'from Bob' })];
});

/** Opens the menu of Bob's message and presses its entry. */
async function openSheet() {
  page.open();
  const message = (await screen.findByText('from Bob', { selector: 'p' })).closest('[data-message]');
  if (!message) throw new Error('the text is in no message');
  fireEvent.keyDown(message, { key: 'Enter' });
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Keep this' }));
  return within(await screen.findByRole('dialog', { name: 'Where shall we keep it?' }));
}

const menuOf = async (message: Element) => {
  fireEvent.keyDown(message, { key: 'Enter' });
  return screen.findByRole('menu');
};

describe('keeping a message', () => {
  it('is offered for files alone, but not before a voice note is ready', async () => {
    const file = {
      id: 'f1',
      kind: 'file' as const,
      url: '/f1',
      filename: 'plan.pdf',
      size: 9,
      mimeType: 'application/pdf',
    };
    const note = { ...file, id: 'f2', kind: 'voice' as const, duration: 3, waveform: [] };
    page.server.messages = [
      aMessage(1, partner, { content: '', messageType: 'file', attachments: [file] }),
      aMessage(2, partner, { content: '', messageType: 'voice', attachments: [note], voiceStatus: 'processing' }),
    ];
    page.open();
    await screen.findByText('plan.pdf');
    const [first, second] = document.querySelectorAll('[data-message]');
    if (!first || !second) throw new Error('no messages');
    expect(within(await menuOf(first)).getByRole('menuitem', { name: 'Keep this' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(within(await menuOf(second)).queryByRole('menuitem', { name: 'Keep this' })).toBeNull();
  });

  it('takes two presses, and the toast undoes it', async () => {
    const sheet = await openSheet();
    await userEvent.click(sheet.getByRole('button', { name: 'Kept moments' }));
    expect(await screen.findByText('Kept in Kept moments')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls).toEqual([{ to: 'keep', body: { messageId: 'm1', clientId: expect.any(String) } }]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls.at(-1)).toEqual({ to: 'remove k9 n1' }));
  });

  it('keeps it in the place that is chosen after a failure, under another id', async () => {
    refusals = 1;
    capsules = [{ _id: 'k1', title: 'Trip', kind: 'keepsake', source: 'manual', emoji: null }];
    const sheet = await openSheet();
    await userEvent.click(await sheet.findByRole('button', { name: 'Trip' }));
    await waitFor(() => expect(calls).toHaveLength(1));
    await waitFor(() => expect(sheet.getByRole('button', { name: 'Kept moments' })).toBeEnabled());
    await userEvent.click(sheet.getByRole('button', { name: 'Kept moments' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    const [first, second] = calls.map(({ body }) => body);
    expect(Reflect.get(second ?? {}, 'clientId')).not.toBe(Reflect.get(first ?? {}, 'clientId'));
  });

  it('offers the album of kept things first, by its name, and then the latest five', async () => {
    const other = (id: string): Capsule => ({
      _id: id,
      title: `Trip ${id}`,
      kind: 'keepsake',
      source: 'manual',
      emoji: null,
    });
    capsules = [...['1', '2', '3', '4', '5', '6'].map(other), { ...other('k'), title: 'Our words', source: 'chat' }];
    const sheet = await openSheet();
    await sheet.findByRole('button', { name: 'Our words' });
    const titles = sheet.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(titles).toEqual(['Our words', 'Trip 1', 'Trip 2', 'Trip 3', 'Trip 4', 'Trip 5']);
    await userEvent.click(sheet.getByRole('button', { name: 'Trip 3' }));
    expect(await screen.findByText('Kept in Trip 3')).toBeVisible();
    expect(calls[0]?.body).toMatchObject({ capsuleId: '3' });
  });

  it('stays open after a failure, and repeats the press under the same id', async () => {
    refusals = 1;
    const sheet = await openSheet();
    await userEvent.click(sheet.getByRole('button', { name: 'Kept moments' }));
    expect(await screen.findByText('Not now')).toBeVisible();
    await userEvent.click(sheet.getByRole('button', { name: 'Kept moments' }));
    expect(await screen.findByText('Kept in Kept moments')).toBeVisible();
    expect(calls[0]).toEqual(calls[1]);
  });

  it('waits until the files of the message are copied', async () => {
    const copies = slowAnswer();
    page.http.use(
      http.post('*/api/capsules/from-message', async () => {
        await copies.given;
        return data(KEPT, { repeated });
      }),
    );
    const sheet = await openSheet();
    await copies.press(sheet.getByRole('button', { name: 'Kept moments' }));
    expect(await screen.findByText('Kept in Kept moments')).toBeVisible();
  });

  it('offers no undo for what was kept before', async () => {
    repeated = true;
    const sheet = await openSheet();
    await userEvent.click(sheet.getByRole('button', { name: 'Kept moments' }));
    expect(await screen.findByText('Kept moments has this already')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});
