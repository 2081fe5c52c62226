import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { linkMailedTo } from './mails.js';
import { Chat, PASSWORD, aCouple, browse, register, sendText, newPerson } from './people.js';
import { product } from './product.js';
import { test } from './test.js';

/** Patterns that no log of any earlier test may contain. Playwright runs this file last. */
const FORBIDDEN: Record<string, RegExp> = {
  'an access token': /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/,
  'a refresh token': /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{43}/,
  'a password': new RegExp([PASSWORD, 'Copper-Kettle-9', 'Another-Kettle-1', 'Wrong-Lantern-7'].join('|')),
  'an e-mail address': /[\w.]+@example\.org/,
  'a hash of a password': /\$argon2/,
};

const plantedSecret = (what: string): string => `planted-${what}-${randomBytes(6).toString('hex')}`;

async function call(path: string, token: string | null, content: object, method = 'POST'): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
  const request: RequestInit = { method, headers, body: JSON.stringify(content) };
  return (await fetch(`${product.url}/api${path}`, request)).status;
}

test('no log contains any of twenty secrets that pass through the product', async ({ browser }) => {
  const secrets: Record<string, string> = {};
  const secret = (what: string): string => (secrets[what] ??= plantedSecret(what));
  const [mira, jonas] = await aCouple();
  const token = mira.session.token;

  // Texts: sent, searched for and refused.
  await sendText(mira, secret('message'));
  const page = await browse(browser, jonas);
  const chat = await Chat.open(page, 'Mira');
  await chat.send(secret('socket'));
  await chat.expectTick(secrets['socket'] ?? '', /Sent|Read|Delivered/);
  await fetch(`${product.url}/api/messages/search?q=${secret('search')}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await fetch(`${product.url}/api/partners/search?q=${secret('person')}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await call('/messages', token, { content: secret('refused'), messageType: secret('type') });
  await call(
    '/users/profile',
    token,
    { bio: secret('bio'), firstName: secret('first'), lastName: secret('last') },
    'PUT',
  );
  await call('/users/settings', token, { settings: { [secret('key')]: secret('value') } }, 'PUT');

  // Credentials: right and wrong ones, also in wrong fields.
  await call('/auth/login', null, { email: mira.email, password: secret('password') });
  await call('/auth/login', null, {
    email: `${secret('mailbox')}@example.org`,
    password: secret('other'),
    code: secret('code'),
  });
  await call('/auth/refresh-token', null, { refreshToken: secret('refresh') });
  await call('/auth/reset-password', null, { token: secret('reset'), password: `Aa1${secret('new')}` });
  await call(
    '/users/password',
    token,
    { currentPassword: secret('current'), newPassword: `Aa1${secret('next')}` },
    'PUT',
  );
  await call('/users/two-factor/confirm', token, { code: secret('totp') });
  await fetch(`${product.url}/api/users/profile`, {
    headers: { authorization: `Bearer ${secret('bearer')}`, cookie: secret('cookie') },
  });
  await fetch(`${product.url}/api/auth/verify-email/${secret('link')}`);
  await fetch(`${product.url}/socket.io/?EIO=4&transport=polling&token=${secret('handshake')}`);
  const newcomer = await register(newPerson('Nora'));
  const mailed = await linkMailedTo(newcomer.email, 'Confirm your email for Duet');
  await fetch(mailed.replace('/verify-email/', '/api/auth/verify-email/'));
  secrets['mailed link'] = mailed.split('/').at(-1) ?? mailed;

  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(20);
  const logs = product.logs();
  expect(Object.keys(logs).join(' ')).toMatch(/auth.*gateway.*messaging.*realtime/s);
  for (const [name, log] of Object.entries(logs)) {
    for (const [what, value] of Object.entries(secrets))
      expect.soft(log.includes(value), `${what} in ${name}`).toBe(false);
    for (const [what, pattern] of Object.entries(FORBIDDEN))
      expect.soft(pattern.exec(log)?.[0], `${what} in ${name}`).toBeUndefined();
  }
});
