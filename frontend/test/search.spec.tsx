import type { DailyQuestionView } from '@duet/contracts';
import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { aQuestion, refusal } from './api-server.js';
import { aMessage, partner } from './chat-server.js';
import { open, remember, useApi } from './pages.js';

// The first page of a file of tests is compiled while it is waited for.
configure({ asyncUtilTimeout: 5_000 });

const server = useApi();

const said = (text: string) => ({ value: null, guess: null, text, answeredAt: '2027-01-10T10:00:00Z', version: 1 });

const answered = (dayKey: string, text: string): DailyQuestionView =>
  aQuestion({ _id: `of-${dayKey}`, dayKey, text, state: 'revealed', canSwap: false, partnerAnswered: true, mine: said('Paper white'), theirs: said('A Lantern of glass') });

const questions = [answered('2027-01-10', 'Which lantern is ours?'), answered('2027-01-09', 'What shines?')];

/** What the server was asked, and whether it is up. */
let asked: string[];
let failing: Set<string>;

const answers = (path: string, body: object) =>
  http.get(`*/api${path}`, ({ request }) => {
    asked.push(`${path}${new URL(request.url).search}`);
    return failing.has(path) ? refusal('UNAVAILABLE') : HttpResponse.json({ success: true, ...body });
  });

function finds(found: DailyQuestionView[], messages = [aMessage(7, partner, { content: 'The lantern is lit' })]): void {
  server.http.use(
    answers('/messages/search', { data: { messages, hasMore: false } }),
    answers('/daily-question/history', { data: found, nextCursor: null }),
  );
}

beforeEach(() => {
  asked = [];
  failing = new Set();
});

async function search(text: string, path = '/settings'): Promise<ReturnType<typeof open>> {
  remember(server.api);
  const page = open(path);
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search memories, challenges and messages' }), text);
  return page;
}

const group = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the search at the top', () => {
  it('finds questions beside messages, and shows why', async () => {
    finds(questions);
    await search('lantern');
    const [one, two] = (await group('Questions')).getAllByRole('link');
    expect(one).toHaveTextContent('Which lantern is ours?');
    expect(two).toHaveTextContent('What shines?');
    expect(two).toHaveTextContent('A Lantern of glass');
    expect((await group('Messages')).getByRole('link')).toHaveTextContent('The lantern is lit');
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['Questions', 'Messages']));
    expect(asked).toEqual(expect.arrayContaining(['/messages/search?q=lantern', '/daily-question/history?q=lantern&limit=5']));
  });

  it('leads by the arrows and Enter to the question among the answers', async () => {
    finds(questions);
    const page = await search('lantern');
    await group('Messages');
    await group('Questions');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(screen.getByRole('link', { name: /The lantern is lit/ })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByRole('link', { name: /What shines/ })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(page.at()).toBe('/challenges'));

    const history = await group('Your answers');
    const field = history.getByRole('searchbox', { name: 'Search your answers' });
    expect(field).toHaveValue('lantern');
    await waitFor(() => expect(asked).toContain('/daily-question/history?q=lantern'));
    const [first, sought] = await history.findAllByRole('listitem');
    await waitFor(() => expect(sought).toHaveFocus());
    expect(sought).toHaveTextContent('What shines?');
    expect(first).not.toHaveAttribute('tabindex');
    expect(screen.queryByRole('region', { name: 'Questions' })).toBeNull();

    await userEvent.type(field, 's');
    await waitFor(() => expect(asked).toContain('/daily-question/history?q=lanterns'));
    await userEvent.type(field, '{Backspace}');
    expect(await history.findByText('What shines?')).toBeVisible();
    expect(field).toHaveFocus();
  });

  it('leads to another question from the very page', async () => {
    finds(questions);
    await search('lantern', '/challenges?q=something');
    const field = (await group('Your answers')).getByRole('searchbox', { name: 'Search your answers' });
    expect(field).toHaveValue('something');
    await userEvent.click((await group('Questions')).getByRole('link', { name: /What shines/ }));
    const history = await group('Your answers');
    await waitFor(() => expect(history.getByRole('searchbox')).toHaveValue('lantern'));
    await waitFor(async () => expect((await history.findAllByRole('listitem'))[1]).toHaveFocus());
  });

  it.each([
    ['/daily-question/history', 'Questions', 'Messages'],
    ['/messages/search', 'Messages', 'Questions'],
  ])('shows the others when %s fails, and asks it again', async (path, broken, whole) => {
    finds(questions);
    failing.add(path);
    await search('lantern');
    expect((await group(whole)).getAllByRole('link').length).toBeGreaterThan(0);
    expect(await (await group(broken)).findByText('Search failed.')).toBeVisible();
    expect(screen.queryByText(/^No results/)).toBeNull();
    failing.clear();
    await userEvent.click((await group(broken)).getByRole('button', { name: `Try again: ${broken}` }));
    expect((await (await group(broken)).findAllByRole('link')).length).toBeGreaterThan(0);
    expect(screen.queryByText('Search failed.')).toBeNull();
  });

  it('says when there is nothing, and goes with Escape', async () => {
    finds([], []);
    await search('zebra');
    expect(await screen.findByText('No results for "zebra"')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Questions' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('No results for "zebra"')).toBeNull());
  });

  it('asks for nothing without a partner', async () => {
    server.api.linked = false;
    finds(questions);
    await search('lantern');
    expect(await screen.findByText('No results for "lantern"')).toBeVisible();
    expect(asked).toEqual([]);
  });
});
