import type { DailyQuestionView, ImportantDateView, MemoryHit, MessageView, SearchResults } from '@duet/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { aQuestion, refusal } from './api-server.js';
import { aText } from './capsules.js';
import { aMessage, me, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

const server = useApi();

const said = (text: string) => ({ value: null, guess: null, text, answeredAt: '2027-01-10T10:00:00Z', version: 1 });

const answered = (dayKey: string, text: string): DailyQuestionView =>
  aQuestion({
    _id: `of-${dayKey}`,
    dayKey,
    text,
    state: 'revealed',
    canSwap: false,
    partnerAnswered: true,
    mine: said('Paper white'),
    theirs: said('A Lantern of glass'),
  });

const QUESTIONS = [answered('2027-01-10', 'Which lantern is ours?'), answered('2027-01-09', 'What shines?')];

const CAPSULE: MemoryHit['capsule'] = {
  _id: 'k1',
  title: 'Lántern walk',
  emoji: null,
  kind: 'keepsake',
  status: 'collecting',
  description: '',
  tags: ['lantern tag'],
};

const MEMORIES: MemoryHit[] = [
  { capsule: CAPSULE, contribution: null },
  {
    capsule: CAPSULE,
    contribution: aText({ text: 'We carried a lantern', place: { label: 'Bergen' } }),
  },
];

const DATE: ImportantDateView = {
  _id: 'd1',
  id: 'd1',
  title: 'Lantern day',
  date: '2027-02-01',
  yearly: true,
  remindDaysBefore: [],
  private: false,
  createdBy: me._id,
  next: '2027-02-01',
  daysUntil: 20,
  version: 1,
};

const MESSAGES = [aMessage(7, partner, { content: 'The lantern is lit' })];

const nothing = () => ({ hits: [], more: false });

let found: SearchResults;
/** The requests that the server received, and whether it is up. */
let asked: string[];
let failing: boolean;

beforeEach(() => {
  [asked, failing] = [[], false];
  found = {
    memories: { hits: MEMORIES, more: false },
    challenges: nothing(),
    goals: nothing(),
    stories: nothing(),
    wishes: nothing(),
    lists: nothing(),
    questions: { hits: QUESTIONS, more: true },
    dates: { hits: [DATE], more: false },
    messages: { hits: MESSAGES, more: true },
    unavailable: [],
  };
  server.http.use(
    http.get('*/api/search', ({ request }) => {
      asked.push(new URL(request.url).search);
      return failing ? refusal('UNAVAILABLE') : HttpResponse.json({ success: true, data: found });
    }),
    http.get('*/api/daily-question/history', () =>
      HttpResponse.json({ success: true, data: QUESTIONS, nextCursor: null }),
    ),
  );
});

const box = () => screen.findByRole('searchbox', { name: 'Search memories, challenges and messages' });

/** Enters a text at once: a pause between two letters, as on a busy machine, would search for the first of them. */
async function enter(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}

async function search(text: string, path = '/settings'): Promise<ReturnType<typeof open>> {
  remember(server.api);
  const page = open(path);
  await enter(await box(), text);
  return page;
}

const group = async (name: string) => within(await screen.findByRole('region', { name }));

const nothingFound = (): void => {
  found = { ...found, memories: nothing(), questions: nothing(), dates: nothing(), messages: nothing() };
};

describe('the search box', () => {
  it('shows the hits of each group, marks the words and names the reason of each hit', async () => {
    await search('lantern');
    const [capsule, piece] = await (await group('Memories')).findAllByRole('link');
    expect(capsule).toHaveTextContent('Lántern walkAlbum · #lantern tag');
    expect(within(capsule as HTMLElement).getByText('Lántern').tagName).toBe('MARK');
    expect(piece).toHaveTextContent('We carried a lanternLántern walk · October 1, 2026 · Bergen');
    expect(piece).toHaveAttribute('href', '/memories/k1?piece=n1');
    const questions = (await group('Questions')).getAllByRole('link');
    expect(questions[1]).toHaveTextContent(/What shines\?.*A Lantern of glass/);
    expect((await group('Dates')).getByRole('link')).toHaveAttribute('href', '/settings?date=d1');
    expect((await group('Messages')).getAllByRole('link')[0]).toHaveTextContent('The lantern is lit');
    expect(asked).toEqual(['?q=lantern&limit=5']);
  });

  it('walks by arrow keys, follows on Enter, and the question takes the focus', async () => {
    const page = await search('lantern');
    await group('Questions');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('link', { name: /What shines/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByRole('link', { name: /Which lantern/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(page.at()).toBe('/challenges'));
    const history = await group('Your answers');
    expect(history.getByRole('searchbox', { name: 'Search your answers' })).toHaveValue('lantern');
    const [first, sought] = await history.findAllByRole('listitem');
    await waitFor(() => expect(sought).toHaveFocus());
    expect(first).not.toHaveAttribute('tabindex');
    expect(screen.queryByRole('region', { name: 'Questions' })).toBeNull();
  });

  it('opens a question from the page of questions, too', async () => {
    await search('lantern', '/challenges?q=something');
    const field = (await group('Your answers')).getByRole('searchbox', { name: 'Search your answers' });
    expect(field).toHaveValue('something');
    await userEvent.click((await group('Questions')).getByRole('link', { name: /What shines/ }));
    const history = await group('Your answers');
    await waitFor(() => expect(history.getByRole('searchbox')).toHaveValue('lantern'));
    await waitFor(async () => expect((await history.findAllByRole('listitem'))[1]).toHaveFocus());
  });

  it('opens by its shortcut, and shows all results on Enter', async () => {
    remember(server.api);
    const page = open('/profile');
    await box();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await box()).toHaveFocus();
    await userEvent.keyboard('lantern{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
    expect(page.at()).toBe('/search');
    expect(screen.getByRole('searchbox', { name: 'What are you looking for?' })).toHaveValue('lantern');
  });

  it('names the group that could not be searched, shows the others, and tries again', async () => {
    const { messages } = found;
    found = { ...found, messages: nothing(), unavailable: ['messages'] };
    await search('lantern');
    expect((await group('Memories')).getAllByRole('link')).toHaveLength(2);
    expect((await group('Messages')).getByText('Search failed.')).toBeVisible();
    found = { ...found, messages, unavailable: [] };
    await userEvent.click((await group('Messages')).getByRole('button', { name: 'Try again: Messages' }));
    expect(await (await group('Messages')).findByText(/is lit/)).toBeVisible();
    expect(screen.queryByText('Search failed.')).toBeNull();
  });

  it('does not call an unavailable group empty', async () => {
    nothingFound();
    found.unavailable = ['memories'];
    await search('zebra');
    expect((await group('Memories')).getByText('Search failed.')).toBeVisible();
    expect(screen.queryByText(/^No results/)).toBeNull();
  });

  it('says that the search failed, and tries again', async () => {
    failing = true;
    await search('lantern');
    expect(await screen.findByText('Search failed.')).toBeVisible();
    failing = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await group('Memories');
  });

  it('searches the messages on the device without a connection, and calmly says so', async () => {
    const conversation = {
      chatId: 'c1',
      messages: [aMessage(1, partner, { chatId: 'c1', content: 'The lantern is lit' })],
    };
    server.http.use(
      http.get('*/api/search', () => HttpResponse.error()),
      http.get('*/api/messages/conversation', () =>
        HttpResponse.json({
          success: true,
          data: {
            ...conversation,
            ...{ markers: [], settings: { disappearAfter: null, rev: 0 }, asOf: 1, hasMore: false, unread: 0 },
          },
        }),
      ),
    );
    remember(server.api);
    const page = open('/chat');
    await screen.findByText('The lantern is lit');
    await enter(await box(), 'lantern');
    expect(await screen.findByText(/^Everything else needs a connection/)).toBeVisible();
    expect((await group('Messages')).getByRole('link')).toHaveTextContent('The lantern is lit');
    expect(screen.queryByText('Search failed.')).toBeNull();
    await page.go('/search?q=zebra');
    expect(await screen.findByText(/^Searching needs a connection/)).toBeVisible();
  });

  it('says when nothing was found and closes on Escape', async () => {
    nothingFound();
    await search('zebra');
    expect(await screen.findByText('No results for "zebra"')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('No results for "zebra"')).toBeNull());
  });

  it('closes on Escape on a result too, and the field has the focus', async () => {
    await search('lantern');
    await group('Questions');
    await userEvent.keyboard('{ArrowDown}');
    expect(await box()).not.toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Questions' })).toBeNull());
    expect(await box()).toHaveFocus();
    expect(await box()).toHaveValue('');
  });

  it('makes no request without a partner', async () => {
    server.api.linked = false;
    await search('lantern');
    expect(await screen.findByText('No results for "lantern"')).toBeVisible();
    expect(asked).toEqual([]);
  });
});

describe('the page of a search', () => {
  const show = (path: string): ReturnType<typeof open> => {
    remember(server.api);
    return open(path);
  };
  const field = () => screen.findByRole('searchbox', { name: 'What are you looking for?' });

  it('takes its query from the address and writes each change into it', async () => {
    const page = show('/search?q=lantern');
    await group('Memories');
    await userEvent.type(await field(), 's');
    await waitFor(() => expect(asked).toEqual(['?q=lantern&limit=5', '?q=lanterns&limit=5']));
    await page.go('/search?q=other');
    await waitFor(async () => expect(await field()).toHaveValue('other'));
    await waitFor(() => expect(asked.at(-1)).toBe('?q=other&limit=5'));
  });

  it('narrows to groups, and links to all hits of one', async () => {
    show('/search?q=lantern');
    expect((await group('Questions')).getByRole('link', { name: 'All results in questions' })).toHaveAttribute(
      'href',
      '/search?q=lantern&types=questions',
    );
    expect((await group('Memories')).queryByRole('link', { name: /^All results/ })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Memories' }));
    await waitFor(() => expect(asked.at(-1)).toBe('?q=lantern&limit=20&types=memories'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Dates' }));
    await waitFor(() => expect(asked.at(-1)).toBe('?q=lantern&limit=5&types=memories%2Cdates'));
  });

  it('shows all messages page by page', async () => {
    const pages: string[] = [];
    server.http.use(
      http.get('*/api/messages/search', ({ request }) => {
        const { search: query } = new URL(request.url);
        pages.push(query);
        const messages: MessageView[] = query.includes('before')
          ? [aMessage(3, partner, { content: 'An older lantern' })]
          : MESSAGES;
        return HttpResponse.json({ success: true, data: { messages, hasMore: !query.includes('before') } });
      }),
    );
    show('/search?q=lantern&types=messages');
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: /An older lantern/ })).toBeVisible();
    expect(pages).toEqual(['?q=lantern&limit=20', '?q=lantern&limit=20&before=7']);
    expect(asked).toEqual([]);
  });

  it('waits for two letters, and ignores groups that do not exist', async () => {
    show('/search?q=l&types=people,dates');
    expect(await screen.findByText('Type at least two letters')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Dates' })).toBeChecked();
    expect(asked).toEqual([]);
  });
});

describe('a date that was found', () => {
  it('is shown and focused in the settings', async () => {
    server.http.use(
      http.get('*/api/partners/dates', () =>
        HttpResponse.json({
          success: true,
          data: {
            dates: [{ ...DATE, _id: 'd0', id: 'd0', title: 'Another' }, DATE],
            milestones: [],
            today: '2027-01-12',
            timezone: 'UTC',
          },
        }),
      ),
    );
    remember(server.api);
    open('/settings?date=d1');
    await waitFor(() => expect(screen.getByText('Lantern day').closest('li')).toHaveFocus());
  });
});
