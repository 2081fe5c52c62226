import type { CapsuleView, ContributionView } from '@duet/contracts';
import { ERRORS } from '@duet/contracts/plain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { data } from './api-server.js';
import { aCapsule, aContribution, aText } from './capsules.js';
import { me, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

let capsule: CapsuleView;
let sent: object[];

beforeEach(() => {
  sent = [];
  remember(server.api);
  server.http.use(
    http.get('*/api/capsules/:id', () => data(capsule)),
    http.patch('*/api/capsules/:id/contributions/n1', async ({ request }) => {
      sent.push(Object(await request.json()));
      return data(capsule.contributions[0]);
    }),
  );
});

const has = (contribution: ContributionView, more: Partial<CapsuleView> = {}): void => {
  capsule = aCapsule({ contributions: [contribution], ...more });
};

async function edit() {
  open('/memories/k1');
  await userEvent.click(await screen.findByRole('button', { name: 'Change this' }));
  return within(await screen.findByRole('dialog', { name: 'Change this' }));
}

type Form = ReturnType<typeof within>;

const save = (form: Form): Promise<void> => userEvent.click(form.getByRole('button', { name: 'Save' }));
const closed = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const typeYear = async (form: Form, year: string): Promise<void> => {
  await userEvent.click(form.getByRole('spinbutton', { name: /^year/ }));
  await userEvent.keyboard(year);
};

const LISBON = { label: 'Lisbon', lat: 38.72, lng: -9.14 };

describe('an own letter', () => {
  it('gets other words, another day, no place, and is shown at once; the words have the focus', async () => {
    has(aText({ text: 'I knew it', place: LISBON, visibility: 'surprise' }));
    const form = await edit();
    expect(form.getByLabelText('Your words')).toHaveFocus();
    await userEvent.type(form.getByLabelText('Your words'), ' at once');
    await userEvent.clear(form.getByLabelText('Place (optional)'));
    await userEvent.click(form.getByRole('button', { name: 'Change the point' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the point' }));
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await typeYear(form, '2010');
    await userEvent.click(form.getByRole('switch', { name: /^Show it to/ }));
    await save(form);
    await closed();
    const changed = { text: 'I knew it at once', place: null, happenedAt: '2010-10-01', visibility: 'shared' };
    expect(sent).toEqual([changed]);
  });

  it('sends only what was changed, and nothing where nothing was', async () => {
    has(aText({ text: 'I knew it', place: LISBON }));
    const form = await edit();
    await userEvent.type(form.getByLabelText('Place (optional)'), ', Alfama');
    await save(form);
    await closed();
    expect(sent).toEqual([{ place: { ...LISBON, label: 'Lisbon, Alfama' } }]);
    await userEvent.click(screen.getByRole('button', { name: 'Change this' }));
    await save(within(await screen.findByRole('dialog', { name: 'Change this' })));
    await closed();
    expect(sent).toHaveLength(1);
  });

  it('keeps what was typed when the server refuses, and shows the error at the words', async () => {
    const message = 'Please write something or name a place';
    const refusal = { code: 'VALIDATION_FAILED', message: 'No', errors: [{ field: 'text', message }] };
    server.http.use(
      http.patch('*/api/capsules/:id/contributions/n1', () =>
        HttpResponse.json({ success: false, ...refusal }, { status: 400 }),
      ),
    );
    has(aText({ text: 'I knew it' }));
    const form = await edit();
    await userEvent.clear(form.getByLabelText('Your words'));
    await save(form);
    const field = form.getByLabelText('Your words');
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
    const sealed = { code: 'CAPSULE_SEALED', message: ERRORS.CAPSULE_SEALED.message };
    server.http.use(
      http.patch('*/api/capsules/:id/contributions/n1', () =>
        HttpResponse.json({ success: false, ...sealed }, { status: 409 }),
      ),
    );
    await userEvent.type(field, 'Still here');
    await save(form);
    expect(await form.findByText(ERRORS.CAPSULE_SEALED.message)).toBeVisible();
    expect(field).toHaveValue('Still here');
  });

  it('is not to be changed by the partner, nor once the capsule collects no more', async () => {
    has(aText({ text: 'Theirs', author: partner._id }));
    const page = open('/memories/k1');
    expect(await screen.findByText('Theirs')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change this' })).toBeNull();
    page.unmount();
    has(aText({ text: 'Mine' }), { status: 'completed', completedAt: '2036-06-01T09:00:00.000Z', actions: [] });
    open('/memories/k1');
    expect(await screen.findByText('Mine')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change this' })).toBeNull();
  });
});

it('a voice note of an album gets words and a day, and is a surprise for nobody', async () => {
  const note = { ...aContribution('n1', me._id, { kind: 'voice' }), happenedAt: '2026-10-01' };
  has(note, { kind: 'keepsake', unlockAt: null, unlockTz: null });
  const form = await edit();
  expect(form.queryByRole('switch')).toBeNull();
  await userEvent.type(form.getByLabelText('Your words'), 'The church bells');
  await typeYear(form, '2012');
  await save(form);
  await closed();
  expect(sent).toEqual([{ text: 'The church bells', happenedAt: '2012-10-01' }]);
});

it('a kept message gets words, and keeps its day', async () => {
  const keptMessage = { messageId: 'm1', seq: 1, by: partner._id, words: 'Hi', sentAt: '2026-10-01T10:00:00.000Z' };
  has(aText({ kind: 'message', keptMessage }));
  const form = await edit();
  expect(form.queryByRole('group', { name: /^When it happened/ })).toBeNull();
  await userEvent.type(form.getByLabelText('Your words'), 'The beginning');
  await save(form);
  await closed();
  expect(sent).toEqual([{ text: 'The beginning' }]);
});
