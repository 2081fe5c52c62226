import type { DateList, GoalView, ImportantDateView, ListSummary, ListSync, StoryReadingView } from '@duet/contracts';
import { ERRORS, type ErrorCode } from '@duet/contracts/plain';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http as on } from 'msw';
import { GoalMenu } from '../src/features/goals/goal-menu.js';
import { data } from './api-server.js';
import { aCapsule } from './capsules.js';
import { aMessage, CHAT, me, partner } from './chat-server.js';
import { useConversationPage } from './conversations.js';
import { stored } from './fake-wire.js';
import { aGoal } from './goals.js';

const refusal = (code: ErrorCode) =>
  HttpResponse.json(
    { success: false, code, message: ERRORS[code].message, requestId: 'r' },
    { status: ERRORS[code].status },
  );

const goalOf = (done: number): GoalView => aGoal({ progress: { done, total: 10, thisWeek: null }, version: done + 1 });

const birthday: ImportantDateView = {
  _id: 'd1',
  id: 'd1',
  title: 'Birthday',
  date: '2026-07-01',
  yearly: true,
  next: '2026-07-01',
  daysUntil: 12,
  remindDaysBefore: [],
  private: false,
  createdBy: me._id,
  version: 1,
};

const AT = '2026-06-01T10:00:00.000Z';

const market: ListSummary = {
  _id: 'l1',
  coupleId: CHAT,
  createdBy: me._id,
  title: 'Saturday market',
  kind: 'shopping',
  createdAt: AT,
  updatedAt: AT,
  archivedAt: null,
  open: 2,
  done: 1,
  pick: null,
  rev: 3,
  deleteAskedBy: null,
  version: 1,
};

const itemsOfMarket: ListSync = { list: market, items: [], upTo: 0, more: false };

const reading: StoryReadingView = {
  _id: 's1',
  templateId: 'small-mysteries',
  status: 'active',
  createdBy: me._id,
  waitsForMe: false,
  updatedAt: AT,
  finishedAt: null,
  version: 3,
  coupleId: CHAT,
  title: 'Small mysteries',
  intensity: 'playful',
  createdAt: AT,
  node: null,
  mine: null,
  partnerChose: false,
  path: [],
  capsuleId: null,
  actions: [],
};

let goal: () => Response;
let capsule: () => Response;
let dates: DateList;
let posts: { path: string; body: unknown }[];

const remember = async ({ request }: { request: Request }): Promise<Response> => {
  posts.push({ path: new URL(request.url).pathname, body: await request.json() });
  return data({});
};

const page = useConversationPage(() => [
  on.get('*/api/goals/g1', () => goal()),
  on.get('*/api/capsules/k1', () => capsule()),
  on.get('*/api/partners/dates', () => data(dates)),
  on.get('*/api/lists', () => data([market])),
  on.get('*/api/lists/l1/sync', () => data(itemsOfMarket)),
  on.post('*/api/lists/l1/items', remember),
  on.get('*/api/stories/sessions/s1', () => data(reading)),
  on.post('*/api/partners/dates', remember),
  on.post('*/api/wishes', remember),
]);

beforeEach(() => {
  goal = () => data(goalOf(4));
  capsule = () => data(aCapsule({ status: 'sealed', counts: { total: 2, byUser: {}, byKind: { text: 2 } } }));
  dates = { dates: [birthday], milestones: [], today: '2026-06-19', timezone: 'UTC' };
  posts = [];
  page.wire.answerSend = async (send) => stored(page.server.store(send));
});

/** The partner shares a thing. */
function share(type: string, id: string, content: string, more = {}): void {
  page.server.messages.push(
    aMessage(page.server.messages.length + 1, partner, { content, card: { type, id }, ...more }),
  );
}

const theLog = () => screen.findByRole('log', { name: 'Messages with Bob' });

/** The message with this title. An echo is replaced by the stored message. */
async function bubbleOf(title: string): Promise<HTMLElement> {
  const log = await theLog();
  return waitFor(() => {
    const bubble = within(log).getByText(title).closest<HTMLElement>('[data-message]');
    if (!bubble) throw new Error(`${title} is in no message`);
    return bubble;
  });
}

describe('a card', () => {
  it('of a goal opens it, and changes with it', async () => {
    share('goal', 'g1', 'Nine books');
    page.open();
    const bubble = within(await bubbleOf('Ten books'));
    expect(bubble.getByRole('link', { name: 'Ten books' })).toHaveAttribute('href', '/challenges?tab=goals&goal=g1');
    expect(bubble.getByRole('progressbar')).toHaveAttribute('value', '4');
    goal = () => data({ ...goalOf(9), title: 'Ten good books' });
    act(() =>
      page.wire.deliver('partner_activity', {
        kind: 'goal_progressed',
        by: { _id: partner._id, firstName: 'Bob' },
        entity: { type: 'goal', id: 'g1' },
        at: '2026-06-02T10:00:00.000Z',
      }),
    );
    expect(await bubble.findByRole('link', { name: 'Ten good books' })).toBeVisible();
    expect(bubble.getByRole('progressbar')).toHaveAttribute('value', '9');
  });

  it('of a sealed capsule shows its outside, and of a date its day', async () => {
    share('capsule', 'k1', 'A letter');
    share('date', 'd1', 'Birthday');
    page.open();
    const capsuleBubble = within(await bubbleOf('For our tenth year'));
    expect(capsuleBubble.getByText(/^Sealed · Opens on/)).toBeVisible();
    expect(capsuleBubble.getByText('2 memories inside')).toBeVisible();
    expect(capsuleBubble.getByRole('link')).toHaveAttribute('href', '/memories/k1');
    expect(within(await bubbleOf('Birthday')).getByText(/every year · /)).toBeVisible();
  });

  it('of a thing that is deleted says so, without a link', async () => {
    share('goal', 'g1', 'Ten books');
    page.open();
    const bubble = within(await bubbleOf('Ten books'));
    expect(await bubble.findByRole('progressbar')).toBeVisible();
    goal = () => refusal('GOAL_NOT_FOUND');
    act(() =>
      page.wire.deliver('partner_activity', {
        kind: 'goal_changed',
        by: { _id: partner._id, firstName: 'Bob' },
        entity: { type: 'goal', id: 'g1' },
        at: '2026-06-02T10:00:00.000Z',
      }),
    );
    expect(await bubble.findByText('This is no longer here.')).toBeVisible();
    expect(bubble.queryByRole('link')).not.toBeInTheDocument();
    expect(bubble.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('of a private date of the other, or of a capsule in the trash, is gone', async () => {
    dates = { ...dates, dates: [] };
    capsule = () => data(aCapsule({ deletedAt: '2026-06-01T10:00:00.000Z' }));
    share('date', 'd1', 'A surprise');
    share('capsule', 'k1', 'A letter');
    page.open();
    await waitFor(() => expect(screen.getAllByText('This is no longer here.')).toHaveLength(2));
  });

  it('that could not be loaded can be tried again', async () => {
    goal = () => refusal('UNAVAILABLE');
    share('goal', 'g1', 'Ten books');
    page.open();
    const bubble = within(await bubbleOf('Ten books'));
    const retry = await bubble.findByRole('button', { name: 'Retry' });
    goal = () => data(goalOf(4));
    await userEvent.click(retry);
    expect(await bubble.findByRole('progressbar')).toHaveAttribute('value', '4');
  });

  it('of a list counts what is open, and of a story says whose turn it is', async () => {
    share('list', 'l1', 'Saturday');
    share('story', 's1', 'Small mysteries');
    page.open();
    const list = within(await bubbleOf('Saturday market'));
    expect(list.getByRole('link')).toHaveAttribute('href', '/challenges?tab=lists&list=l1');
    expect(list.getByText('2 things open · 1 done')).toBeVisible();
    const story = within(await bubbleOf('Small mysteries'));
    expect(await story.findByText('Bob chooses next')).toBeVisible();
    expect(story.getByRole('link')).toHaveAttribute('href', '/challenges?tab=stories&story=s1');
  });

  it.each(['toString', 'newer'])('of the type %s, which this build cannot draw, is its title', async (type) => {
    share(type, 'x1', 'From the future');
    page.open();
    const bubble = await bubbleOf('From the future');
    expect(within(bubble).queryByRole('link')).not.toBeInTheDocument();
    expect(within(bubble).queryByText('This is no longer here.')).not.toBeInTheDocument();
  });

  it('cannot be edited, copied, kept or made a wish, and a deleted one is gone', async () => {
    share('goal', 'g1', 'Ten books', { sender: { _id: me._id, firstName: 'Ada', username: 'ada' } });
    page.open();
    const bubble = await bubbleOf('Ten books');
    fireEvent.keyDown(bubble, { key: 'Enter' });
    const menu = await screen.findByRole('menu', { name: 'Message' });
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Reply', 'React', 'Pin', 'Star', 'Delete', 'Delete for me']);
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(within(bubble).queryByText('Ten books')).not.toBeInTheDocument());
  });
});

describe('sharing in the chat', () => {
  const fromMenu = async (): Promise<void> => {
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Share in chat' }));
  };

  beforeEach(() => {
    page.element = (
      <>
        <GoalMenu goal={goalOf(4)} />
        {page.element}
      </>
    );
  });

  it('sends the card at once and says so', async () => {
    page.open();
    await fromMenu();
    expect(await screen.findByText('Shared in your chat')).toBeVisible();
    await waitFor(() =>
      expect(page.wire.sends()).toMatchObject([{ content: 'Ten books', card: { type: 'goal', id: 'g1' } }]),
    );
    expect(within(await bubbleOf('Ten books')).getByRole('link', { name: 'Ten books' })).toBeVisible();
  });

  it('survives in the queue until the server answers', async () => {
    page.wire.answerSend = () => Promise.reject(new Error('gone'));
    page.http.use(on.post('*/api/messages', () => HttpResponse.error()));
    page.open();
    await fromMenu();
    await bubbleOf('Ten books');
    cleanup();
    page.wire.answerSend = async (send) => stored(page.server.store(send));
    page.open();
    await waitFor(() =>
      expect(page.server.messages.at(-1)).toMatchObject({ content: 'Ten books', card: { type: 'goal', id: 'g1' } }),
    );
  });
});

describe('a message', () => {
  const become = async (content: string, entry: string): Promise<void> => {
    page.server.messages.push(aMessage(1, partner, { content }));
    page.open();
    const bubble = await bubbleOf(content.replaceAll(/\s+/g, ' '));
    fireEvent.keyDown(bubble, { key: 'Enter' });
    await userEvent.click(await screen.findByRole('menuitem', { name: entry }));
  };

  it('becomes a wish once the person confirms it', async () => {
    await become('Breakfast in bed', 'Make it a wish');
    const dialog = within(await screen.findByRole('dialog', { name: 'New wish' }));
    expect(dialog.getByRole('textbox', { name: 'What would you gladly do for Bob?' })).toHaveValue('Breakfast in bed');
    expect(posts).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(posts).toMatchObject([{ path: '/api/wishes', body: { title: 'Breakfast in bed', points: 20 } }]),
    );
  });

  it('becomes an item of the chosen list', async () => {
    await become('Oat milk', 'Put it on a list');
    const dialog = within(await screen.findByRole('dialog', { name: 'New item for a list' }));
    expect(await dialog.findByRole('textbox', { name: 'Item' })).toHaveValue('Oat milk');
    expect(dialog.getByRole('radio', { name: 'Saturday market' })).toBeChecked();
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(posts).toMatchObject([{ path: '/api/lists/l1/items', body: { text: 'Oat milk', position: 1 } }]),
    );
  });

  it('becomes a date with the beginning of its text as one line', async () => {
    await become(`Opening\nnight ${'🎻'.repeat(200)}`, 'Make it a date');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a date' }));
    expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(`Opening night ${'🎻'.repeat(86)}`);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(posts).toEqual([]);
  });
});
