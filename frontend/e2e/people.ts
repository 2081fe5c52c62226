import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type {
  AuthResponse,
  ConversationChange,
  DailyToday,
  MessageView,
  PartnerStatus,
  StoryReadingView,
  SyncPage,
} from '@duet/contracts';
import { type Browser, type BrowserContextOptions, type Locator, type Page, expect } from '@playwright/test';
import { linkMailedTo } from './mails.js';
import { product } from './product.js';

export const PASSWORD = 'Paper-Lantern-7';

export interface Names {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
}

/** The details of a person who has no account yet. */
export function newPerson(firstName: string): Names {
  const username = `${firstName.toLowerCase()}_${randomBytes(4).toString('hex')}`;
  return { firstName, lastName: 'Winter', username, email: `${username}@example.org` };
}

/** A registered person with an API session. */
export interface Person extends Names {
  session: AuthResponse;
}

/** Each person has an IP address of their own, because registrations per address are limited. */
const addressOf = (email: string): string =>
  `10.${[...createHash('sha256').update(email).digest().subarray(0, 3)].join('.')}`;

const from = ({ email }: Pick<Names, 'email'>): Record<string, string> => ({ 'x-forwarded-for': addressOf(email) });

/** Calls the API. @throws Error for an answer that is no success */
export async function api<T>(
  method: string,
  path: string,
  token?: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<T> {
  const response = await fetch(`${product.url}/api${path}`, {
    method,
    headers: {
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : null,
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

export async function register(names: Names): Promise<Person> {
  const session = await api<AuthResponse>(
    'POST',
    '/auth/register',
    undefined,
    { ...names, password: PASSWORD, confirmPassword: PASSWORD },
    from(names),
  );
  return { ...names, session };
}

/** Signs the person in once more. */
export async function signIn(person: Person): Promise<Person> {
  const { email } = person;
  const given = { email, password: PASSWORD };
  return { ...person, session: await api<AuthResponse>('POST', '/auth/login', undefined, given, from(person)) };
}

/** Opens the link in the first mail. Passkeys and a second factor need a confirmed address. */
export async function verifyEmail({ email }: Person): Promise<void> {
  const { pathname } = new URL(await linkMailedTo(email, 'Confirm your email for Duet'));
  await api('GET', `/auth${pathname}`);
}

export async function registerVerified(names: Names): Promise<Person> {
  const person = await register(names);
  await verifyEmail(person);
  return person;
}

export const requestPartner = (from: Person, to: Person, message = ''): Promise<unknown> =>
  api('POST', '/partners/request', from.session.token, { receiverId: to.session.user._id, message });

/** Registers and links two people. */
export async function aCouple(): Promise<[Person, Person]> {
  const [mira, jonas] = await Promise.all([register(newPerson('Mira')), register(newPerson('Jonas'))]);
  await requestPartner(mira, jonas);
  const { data: requests } = await api<{ data: { _id: string }[] }>('GET', '/partners/requests', jonas.session.token);
  await api('PATCH', `/partners/requests/${requests[0]?._id}`, jonas.session.token, { action: 'accept' });
  return [mira, jonas];
}

/** All messages of the person's conversation, read through catch-up from the start. */
export async function messageHistory({ session }: Person): Promise<MessageView[]> {
  const changes: ConversationChange[] = [];
  for (let after = 0, more = true; more;) {
    const { data } = await api<{ data: SyncPage }>('GET', `/messages/sync?after=${after}`, session.token);
    changes.push(...data.changes);
    after = data.upTo;
    more = data.hasMore;
  }
  return changes
    .flatMap((change) => (change.kind === 'message' ? [change.message] : []))
    .toSorted((a, b) => a.seq - b.seq);
}

export async function chatIdOf({ session }: Person): Promise<string> {
  const { data } = await api<{ data: PartnerStatus }>('GET', '/partners/status', session.token);
  if (!data.couple) throw new Error('not linked');
  return data.couple.chatId;
}

export const sendText = (person: Person, content: string): Promise<unknown> =>
  api('POST', '/messages', person.session.token, { content });

/** Makes a goal of both and shares it in the conversation, as its page does. @returns its id */
export async function shareGoal({ session: { token } }: Person, title: string): Promise<string> {
  const goal = { title, category: 'learning', type: 'counter', target: 10, unit: 'books', ownership: 'ours' };
  const body = { ...goal, clientId: randomUUID() };
  const { data } = await api<{ data: { _id: string } }>('POST', '/goals', token, body);
  await api('POST', '/messages', token, { content: title, card: { type: 'goal', id: data._id } });
  return data._id;
}

export const unlinkPartner = (person: Person): Promise<unknown> =>
  api('DELETE', '/partners/unlink', person.session.token);

/** Sets the first day of the couple, `YYYY-MM-DD`. */
export const setTogetherSince = ({ session: { token } }: Person, togetherSince: string): Promise<unknown> =>
  api('PATCH', '/partners/together-since', token, { togetherSince, version: 0 });

/** Writes an own question. If neither partner has opened today's question yet, it becomes today's. */
export const writeQuestion = (person: Person, text: string): Promise<unknown> =>
  api('POST', '/questions', person.session.token, { text, type: 'open', clientId: randomUUID() });

/** Answers today's question, which must be an open one. */
export async function answerToday({ session: { token } }: Person, text: string): Promise<void> {
  const { data } = await api<{ data: DailyToday }>('GET', '/daily-question/today', token);
  const { _id, version } = data.question;
  await api('POST', `/daily-question/${_id}/answer`, token, {
    version,
    answerVersion: 0,
    clientId: randomUUID(),
    text,
  });
}

/**
 * Reads an open story on, with the first ways and a line each.
 * @param until whether the reading stops at this page
 */
export async function readStory(
  [a, b]: readonly [Person, Person],
  id: string,
  until: (reading: StoryReadingView) => boolean,
): Promise<void> {
  const path = `/stories/sessions/${id}`;
  let { data: now } = await api<{ data: StoryReadingView }>('GET', path, a.session.token);
  while (now.node && !until(now)) {
    const { node, version } = now;
    const given = { scene: {}, choice: { choiceId: node.choices[0]?.id }, prompt: { text: 'A line' }, ending: {} };
    const body = { nodeId: node.id, version, ...given[node.kind] };
    for (const { session } of node.kind === 'scene' ? [a] : [a, b])
      ({ data: now } = await api<{ data: StoryReadingView }>('POST', `${path}/choice`, session.token, body));
  }
}

/** Opens a browser in which the person is signed in with a new session, because refresh tokens cannot be shared. */
export async function browse(
  browser: Browser,
  person: Person,
  options: BrowserContextOptions & { origin?: string } = {},
): Promise<Page> {
  const { origin = product.url, ...rest } = options;
  const { user, token, refreshToken } = (await signIn(person)).session;
  const stored = JSON.stringify({ user, token, refreshToken, isAuthenticated: true });
  const storageState = { cookies: [], origins: [{ origin, localStorage: [{ name: 'auth-storage', value: stored }] }] };
  const context = await browser.newContext({ baseURL: origin, storageState, ...rest });
  return context.newPage();
}

/** The page object of a conversation. */
export class Chat {
  readonly log: Locator;
  readonly field: Locator;

  constructor(
    readonly page: Page,
    partner: string,
  ) {
    this.log = page.getByRole('log', { name: /^Messages with/ });
    this.field = page.getByRole('textbox', { name: `Message ${partner}` });
  }

  static async open(page: Page, partner: string): Promise<Chat> {
    await page.goto('/chat');
    const chat = new Chat(page, partner);
    await expect(chat.log).toBeVisible();
    await chat.expectConnected();
    return chat;
  }

  async expectConnected(): Promise<void> {
    await expect(this.page.getByText('Connected', { exact: true }).filter({ visible: true })).toBeVisible();
  }

  /** Waits for the connection and presses Reconnect if it is offered. */
  async waitForReconnection(): Promise<void> {
    const button = this.page.getByRole('button', { name: 'Reconnect' });
    await expect(async () => {
      if (await button.isVisible()) await button.click();
      await expect(this.page.getByText('Connected', { exact: true }).filter({ visible: true })).toBeVisible({
        timeout: 3_000,
      });
    }).toPass({ timeout: 45_000 });
  }

  async send(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  /** Sends texts as fast as the page accepts them. */
  async sendBurst(texts: string[]): Promise<void> {
    await this.field.evaluate(async (field, texts) => {
      const form = field.closest('form') ?? document.body;
      const canSend = (): boolean => form.querySelector('button[aria-label="Send"]:enabled') !== null;
      /** Waits until the page has rendered the field's value, because its key handlers use the last rendered state. */
      const drawn = (hasText: boolean): Promise<void> =>
        new Promise((resolve) => {
          const look = (): void => {
            if (canSend() !== hasText) return;
            watch.disconnect();
            resolve();
          };
          const watch = new MutationObserver(look);
          watch.observe(form, { subtree: true, childList: true, attributes: true });
          look();
        });
      const write = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      for (const text of texts) {
        write?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        await drawn(true);
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        await drawn(false);
      }
    }, texts);
  }

  bubble(text: string): Locator {
    return this.log
      .getByRole('listitem')
      .filter({ has: this.page.locator('p').and(this.page.getByText(text, { exact: true })) });
  }

  async texts(): Promise<string[]> {
    return this.log.getByRole('listitem').locator('p').allTextContents();
  }

  /** All texts of the virtualised list, collected by scrolling from start to end. */
  async allTexts(): Promise<string[]> {
    return this.log.evaluate(async (log) => {
      const drawn = (): Promise<number> =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const texts = new Map<number, string>();
      log.scrollTop = 0;
      await drawn();
      for (let isAtEnd = false; !isAtEnd;) {
        for (const row of log.querySelectorAll('[data-index]'))
          texts.set(Number(row.getAttribute('data-index')), row.querySelector('p')?.textContent ?? '');
        isAtEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 2;
        log.scrollTop += log.clientHeight / 2;
        await drawn();
      }
      return [...texts].toSorted(([a], [b]) => a - b).map(([, text]) => text);
    });
  }

  async expectTick(text: string, name: 'Sent' | 'Delivered' | 'Read' | RegExp): Promise<void> {
    await expect(this.bubble(text).getByRole('img', { name, exact: true })).toBeVisible();
  }
}
