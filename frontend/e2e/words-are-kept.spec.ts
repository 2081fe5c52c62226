import { randomUUID } from 'node:crypto';
import type { StoryReadingView } from '@duet/contracts';
import { type BrowserContext, type Locator, type Page, expect } from '@playwright/test';
import { type Person, aCouple, api, browse, readStory, writeQuestion } from './people.js';
import { test } from './test.js';

const AWAY = 'Network error. Please check your connection.';

/** Cuts the API and the sockets of this browser alone: neighbours use the same server. */
async function cutServer(context: BrowserContext, how: 'no answer' | 'a proxy’s page'): Promise<() => Promise<void>> {
  await context.route(/\/(?:api|socket\.io)\//, (route) =>
    how === 'no answer'
      ? route.abort()
      : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  );
  await context.routeWebSocket('**/socket.io/**', (socket) => socket.close());
  return () => context.unrouteAll();
}

interface Form {
  /** The part of the page with the form. */
  form: Locator;
  /** The field with the words. */
  words: Locator;
  send: Locator;
  /** Shown once the server has the words. */
  done: Locator;
}

const WORDS = 'Nobody takes these from me';

const dialogForm = async (page: Page, address: string, opener: string, title: string): Promise<Locator> => {
  await page.goto(address);
  await page.getByRole('button', { name: opener, exact: true }).first().click();
  return page.getByRole('dialog', { name: title });
};

const named = (form: Locator, field: string): Locator => form.getByRole('textbox', { name: field, exact: true });
const button = (form: Locator, name: string): Locator => form.getByRole('button', { name, exact: true });

/** Opens each form and fills in all but its words. */
const FORMS: Record<string, (page: Page, couple: [Person, Person]) => Promise<Form>> = {
  'the profile': async (page) => {
    const form = await dialogForm(page, '/profile', 'Edit profile', 'Edit profile');
    return { form, words: named(form, 'Bio'), send: button(form, 'Save Profile'), done: page.getByText(WORDS) };
  },
  'the name for the partner': async (page) => {
    await page.goto('/partner');
    const form = page.getByRole('main');
    const words = named(form, 'Nickname for Jonas');
    const done = page.getByRole('heading', { level: 1, name: WORDS });
    return { form, words, send: button(form, 'Save nickname'), done };
  },
  'a capsule': async (page) => {
    const form = await dialogForm(page, '/memories', 'New capsule', 'New capsule');
    for (const [part, digits] of [
      ['year', '2036'],
      ['month', '06'],
      ['day', '01'],
    ] as const) {
      await form.getByRole('spinbutton', { name: new RegExp(`^${part}`) }).focus();
      await page.keyboard.type(digits);
    }
    const done = page.getByRole('heading', { level: 1, name: WORDS });
    return { form, words: named(form, 'Title'), send: button(form, 'Create capsule'), done };
  },
  'a goal': async (page) => {
    const form = await dialogForm(page, '/challenges?tab=goals', 'New goal', 'New goal');
    await form.getByText('Counting up', { exact: true }).click();
    await named(form, 'How many?').fill('10');
    const done = page.getByText('You proposed this. It starts when Jonas says yes.');
    return { form, words: named(form, 'What would you like to reach?'), send: button(form, 'Propose to Jonas'), done };
  },
  'a list': async (page) => {
    const form = await dialogForm(page, '/challenges?tab=lists', 'New list', 'New list');
    const done = page.getByRole('textbox', { name: 'Add to the list' });
    return { form, words: named(form, 'Title'), send: button(form, 'Create list'), done };
  },
  'a wish': async (page) => {
    const form = await dialogForm(page, '/challenges?tab=wishes', 'New wish', 'New wish');
    const words = named(form, 'What would you gladly do for Jonas?');
    return { form, words, send: button(form, 'Add'), done: page.getByRole('listitem').filter({ hasText: WORDS }) };
  },
  'a challenge': async (page) => {
    const form = await dialogForm(page, '/challenges?tab=ideas', 'Write your own', 'Write your own');
    await named(form, 'What to do').fill('One step');
    const done = page.getByRole('heading', { level: 1, name: WORDS });
    return { form, words: named(form, 'Title'), send: button(form, 'Propose to Jonas'), done };
  },
  'a daily answer': async (page, [mira]) => {
    await writeQuestion(mira, 'What do you keep?');
    await page.goto('/dashboard');
    const form = page.getByRole('region', { name: 'Question of the day' });
    const done = form.getByText(WORDS).and(page.locator(':not(textarea)'));
    return { form, words: named(form, 'Your answer'), send: button(form, 'Answer'), done };
  },
  'a story line': async (page, couple) => {
    const [mira, jonas] = couple;
    const { data: reading } = await api<{ data: StoryReadingView }>(
      'POST',
      '/stories/wandering-island/sessions',
      mira.session.token,
      { clientId: randomUUID() },
    );
    const path = `/stories/sessions/${reading._id}/respond`;
    await api('PATCH', path, jonas.session.token, { action: 'accept' });
    await readStory(couple, reading._id, ({ node }) => node?.kind === 'prompt' && !node.takesPhoto);
    await page.goto(`/challenges?tab=stories&story=${reading._id}`);
    await page.evaluate((id) => localStorage.setItem(`duet-story-page ${id}`, '99'), reading._id);
    await page.reload();
    const done = page.getByText('Only you can see this.', { exact: false });
    const form = page.getByRole('main');
    return { form, words: named(form, 'Your line'), send: button(form, 'Put it on the page'), done };
  },
  'a report': async (page) => {
    const form = await dialogForm(page, '/partner', 'Report Jonas', 'Report Jonas');
    await form.getByText('Something else', { exact: true }).click();
    const words = named(form, 'In your own words (optional)');
    return {
      form,
      words,
      send: button(form, 'Send report'),
      done: page.getByRole('dialog', { name: 'Your report is in' }),
    };
  },
};

for (const [name, open] of Object.entries(FORMS)) {
  test(`${name} keeps its words while the server is away, says so in one line, and is sent once`, async ({
    browser,
  }) => {
    const couple = await aCouple();
    const page = await browse(browser, couple[0], { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    const { words, send, done } = await open(page, couple);
    await words.fill(WORDS);
    // In the form, or as a toast, which may outlast the next press. Where a proxy answers, it says what failed.
    const said = page.getByRole('alert').filter({ hasText: /\S/ });
    const lines = { 'no answer': said.filter({ hasText: AWAY }), 'a proxy’s page': said.filter({ hasNotText: AWAY }) };
    for (const how of ['no answer', 'a proxy’s page'] as const) {
      const back = await cutServer(page.context(), how);
      await send.click();
      await expect(lines[how]).toHaveCount(1);
      await expect(lines[how]).toBeInViewport();
      await expect(words).toHaveValue(WORDS);
      await expect(send).toBeEnabled();
      await back();
    }
    await send.click();
    await expect(done.first()).toBeVisible();
    await expect(said.filter({ hasText: AWAY })).toHaveCount(0);
  });
}
