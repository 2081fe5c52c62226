import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { data } from './api-server.js';
import { aCapsule } from './capsules.js';
import { partner } from './chat-server.js';
import { aGoal } from './goals.js';
import { open, remember, useApi } from './pages.js';

interface Sent {
  clientId: string;
}

const server = useApi();
let sent: Sent[];

beforeEach(() => {
  sent = [];
  remember(server.api);
  server.http.use(
    http.get('*/api/capsules/k1', () => data(aCapsule({ status: 'completed', actions: ['comment'] }))),
    http.get('*/api/capsules/k2', () => data(aCapsule({ _id: 'k2' }))),
    http.get('*/api/goals/g1', () => data(aGoal({ actions: ['add_entry'] }))),
    // The call may have arrived: its answer is lost.
    ...['capsules', 'capsules/:id/*', 'goals/:id/entries', 'lists', 'wishes', 'partners/report'].map((path) =>
      http.post<never, Sent>(`*/api/${path}`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.error();
      }),
    ),
  );
});

interface Form {
  what: string;
  path: string;
  /** The presses that open the form and fill in what is not written. */
  begin?: [role: 'button' | 'radio', name: string][];
  field: RegExp;
  send: string;
}

const FORMS: Form[] = [
  {
    what: 'a capsule',
    path: '/memories',
    begin: [
      ['button', 'New capsule'],
      ['radio', 'Album that grows'],
    ],
    field: /^Title/,
    send: 'Create capsule',
  },
  { what: 'a comment', path: '/memories/k1', field: /^Comment/, send: 'Send' },
  { what: 'a contribution', path: '/memories/k2', field: /^Your words/, send: 'Put it in' },
  { what: 'an entry of a goal', path: '/challenges?tab=goals&goal=g1', field: /^A few words/, send: 'Save the note' },
  {
    what: 'a list',
    path: '/challenges?tab=lists',
    begin: [['button', 'New list']],
    field: /^Title/,
    send: 'Create list',
  },
  {
    what: 'a wish',
    path: '/challenges?tab=wishes',
    begin: [['button', 'New wish']],
    field: /^What would you gladly do/,
    send: 'Add',
  },
  {
    what: 'a report',
    path: '/partner',
    begin: [
      ['button', `Report ${partner.firstName}`],
      ['radio', 'Spam'],
    ],
    field: /^In your own words/,
    send: 'Send report',
  },
];

describe('words that are changed after a lost answer', () => {
  it.each(FORMS)('are sent under another id by the form of $what', async ({ path, begin = [], field, send, what }) => {
    open(path);
    for (const [role, name] of begin)
      await userEvent.click((await screen.findAllByRole(role, { name: new RegExp(`^${name}`) }))[0] ?? document.body);
    const typed = await screen.findByRole('textbox', { name: field });
    const press = async (): Promise<string | undefined> => {
      const before = sent.length;
      await userEvent.click(screen.getByRole('button', { name: send }));
      await waitFor(() => expect(sent).toHaveLength(before + 1));
      await waitFor(() => expect(screen.getByRole('button', { name: send })).not.toHaveAttribute('data-pending'));
      return sent.at(-1)?.clientId;
    };
    await userEvent.type(typed, 'Dear');
    const first = await press();
    expect([what, await press()]).toEqual([what, first]);
    await userEvent.type(typed, ' Ben');
    const changed = await press();
    expect(changed).toEqual(expect.any(String));
    expect(changed).not.toBe(first);
  });
});
