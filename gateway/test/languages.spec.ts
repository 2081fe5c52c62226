import { randomUUID } from 'node:crypto';
import { type Call, type ListTemplates, type ListsView, NoInput, listListTemplates, listLists } from '@duet/contracts';
import { AppError, Rpc, requestContext } from '@duet/service-kit';
import { accessToken, testKeys } from '@duet/testing';
import { Controller, Inject } from '@nestjs/common';
import { CallLog, fakePeers } from './call-log.js';
import { type Edge, startEdge } from './edge.js';

/** Answers with the language that reached it over the bus. */
@Controller()
class Peer {
  constructor(@Inject(CallLog) readonly calls: CallLog) {}

  @Rpc(listListTemplates)
  async templates(call: Call<'user'>, dto: NoInput): Promise<ListTemplates> {
    const title = requestContext.language();
    const templates = [{ id: 'one', title, kind: 'shopping' as const, items: [] }];
    return this.calls.record(listListTemplates, call, dto, { templates });
  }

  @Rpc(listLists)
  async lists(call: Call<'user'>, dto: NoInput): Promise<ListsView> {
    return this.calls.record(listLists, call, dto, { lists: [] });
  }
}

const keys = testKeys();
const token = accessToken(keys, { userId: randomUUID(), sessionId: randomUUID() });
let edge: Edge<Awaited<ReturnType<ReturnType<typeof fakePeers>>>>;

beforeAll(async () => {
  edge = await startEdge(keys, fakePeers(Peer));
});

afterAll(() => edge.stop());

const ask = (language?: string, url = '/api/lists/templates', bearer = token) =>
  edge.app.inject({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${bearer}`, ...(language !== undefined && { 'accept-language': language }) },
  });

it.each([
  ['no header', undefined, 'en'],
  ['a language', 'de', 'de'],
  ['a country', 'es-MX', 'es'],
  ['another case', 'DE-at', 'de'],
  ['the greatest weight', 'en;q=0.2, de;q=0.5, es;q=0.9', 'es'],
  ['the first of equal weights', 'es, de', 'es'],
  ['the best that Duet has', 'fr-CH, fr;q=0.9, de;q=0.4', 'de'],
  ['a language that Duet has not', 'fr', 'en'],
  ['anything', '*', 'en'],
  ['a refused language', 'de;q=0', 'en'],
  ['an empty header', '', 'en'],
  ['no list', ';;;=,,,', 'en'],
  ['a weight that is no number', 'de;q=much', 'en'],
  ['names of every object', '__proto__, constructor', 'en'],
  ['a header of 9 kB', 'de,'.repeat(3000), 'en'],
  ['control characters', 'de\u0001', 'en'],
])('reads %s as a request in %s', async (_what, given, language) => {
  const answer = await ask(given);
  expect(answer.statusCode).toBe(200);
  expect(answer.json().data).toMatchObject([{ title: language }]);
  expect(answer.headers).toMatchObject({ 'content-language': language, vary: 'accept-language' });
});

it('names no language where an answer depends on none', async () => {
  const { headers } = await ask('de', '/api/lists');
  expect([headers['content-language'], headers['vary']]).toEqual([undefined, undefined]);
});

it('refuses in English, with the same code, in every language', async () => {
  edge.peers.calls.refusals.set(listListTemplates.subject, new AppError('PART_HIDDEN'));
  const [german, plain] = [await ask('de'), await ask()];
  edge.peers.calls.refusals.clear();
  expect(german.headers['content-language']).toBeUndefined();
  expect([german.statusCode, german.json().code, german.json().message]).toEqual([
    plain.statusCode,
    'PART_HIDDEN',
    plain.json().message,
  ]);
  expect((await ask('de', undefined, 'none')).statusCode).toBe(401);
});
