import { randomUUID } from 'node:crypto';
import {
  type Call,
  type DayFound,
  FindDayDto,
  type MarkedMessage,
  type MessageHits,
  MarkUnreadDto,
  MessageIdDto,
  type MessageView,
  NoInput,
  type PartnerStatus,
  SearchMessagesDto,
  type StarredPage,
  StarredQueryDto,
  type UnreadMarked,
  deleteMessage,
  findDay,
  getPartnerStatus,
  hideMessage,
  hiddenView,
  listStarred,
  markUnread,
  searchMessages,
  starMessage,
  unstarMessage,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { accessToken, testKeys } from '@duet/testing';
import { Controller, Inject } from '@nestjs/common';
import { CallLog, fakePeers } from './call-log.js';
import { type Edge, startEdge } from './edge.js';
import { ANSWERS } from './message-peers.js';

const ID = ANSWERS.message._id;
const HIDDEN = hiddenView(ANSWERS.message);
const MARK: MarkedMessage = { messageId: ID, seq: 1, starredAt: null, hidden: false, ownRev: 2 };
const UNREAD: UnreadMarked = { from: 3, readUpTo: 4, ownRev: 5, unread: 2 };
const HITS: MessageHits = { messages: [], hasMore: false, nextCursor: null, total: 0 };

@Controller()
class Peer {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(starMessage) async star(call: Call<'user'>, dto: MessageIdDto): Promise<MarkedMessage> {
    return this.calls.record(starMessage, call, dto, MARK);
  }
  @Rpc(unstarMessage) async unstar(call: Call<'user'>, dto: MessageIdDto): Promise<MarkedMessage> {
    return this.calls.record(unstarMessage, call, dto, MARK);
  }
  @Rpc(listStarred) async starred(call: Call<'user'>, dto: StarredQueryDto): Promise<StarredPage> {
    return this.calls.record(listStarred, call, dto, { items: [], nextCursor: null });
  }
  @Rpc(hideMessage) async hide(call: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.calls.record(hideMessage, call, dto, HIDDEN);
  }
  @Rpc(deleteMessage) async delete(call: Call<'user'>, dto: MessageIdDto): Promise<MessageView> {
    return this.calls.record(deleteMessage, call, dto, ANSWERS.message);
  }
  @Rpc(markUnread) async unread(call: Call<'user'>, dto: MarkUnreadDto): Promise<UnreadMarked> {
    return this.calls.record(markUnread, call, dto, UNREAD);
  }
  @Rpc(searchMessages) async search(call: Call<'user'>, dto: SearchMessagesDto): Promise<MessageHits> {
    return this.calls.record(searchMessages, call, dto, HITS);
  }
  @Rpc(findDay) async findDay(call: Call<'user'>, dto: FindDayDto): Promise<DayFound> {
    return this.calls.record(findDay, call, dto, { seq: 7 });
  }
  @Rpc(getPartnerStatus) async status(call: Call<'user'>, dto: NoInput): Promise<PartnerStatus> {
    const couple = isLinked ? { timezone: 'Europe/Berlin' } : null;
    return this.calls.record(getPartnerStatus, call, dto, { couple } as PartnerStatus);
  }
}

const keys = testKeys();
const startPeers = fakePeers(Peer);
let edge: Edge<Awaited<ReturnType<typeof startPeers>>>;
let isLinked = true;

beforeAll(async () => {
  edge = await startEdge(keys, startPeers);
});
afterAll(() => edge.stop());
beforeEach(() => {
  isLinked = true;
  edge.peers.calls.take();
});

type Method = 'GET' | 'PUT' | 'DELETE';

async function ask(method: Method, path: string, payload?: object) {
  const headers = { authorization: `Bearer ${accessToken(keys, { userId: randomUUID(), sessionId: randomUUID() })}` };
  const url = `/api/messages${path}`;
  const answer = await edge.app.inject({ method, url, headers, ...(payload && { payload }) });
  const { data, code } = answer.json();
  return { status: answer.statusCode, data, code };
}

describe('what a person does with messages alone', () => {
  it.each<[Method, string, object | undefined, string, object, unknown]>([
    ['PUT', `/${ID}/star`, undefined, starMessage.subject, { messageId: ID }, MARK],
    ['DELETE', `/${ID}/star`, undefined, unstarMessage.subject, { messageId: ID }, MARK],
    ['GET', '/starred?cursor=9', undefined, listStarred.subject, { cursor: 9 }, { items: [], nextCursor: null }],
    ['DELETE', `/${ID}?for=me`, undefined, hideMessage.subject, { messageId: ID }, HIDDEN],
    ['DELETE', `/${ID}`, undefined, deleteMessage.subject, { messageId: ID }, ANSWERS.message],
    ['PUT', '/unread', { from: 3 }, markUnread.subject, { from: 3 }, UNREAD],
    ['PUT', '/unread', { from: null }, markUnread.subject, { from: null }, UNREAD],
  ])('%s %s %j calls %s', async (method, path, payload, subject, input, data) => {
    expect(await ask(method, path, payload)).toMatchObject({ status: 200, data });
    expect(edge.peers.calls.take()).toEqual([[subject, input]]);
  });

  it.each<[Method, string, object | undefined]>([
    ['DELETE', `/${ID}?for=both`, undefined],
    ['DELETE', `/${ID}?for=me&for=me`, undefined],
    ['PUT', '/abc/star', undefined],
    ['GET', '/starred?cursor=x', undefined],
    ['PUT', '/unread', {}],
    ['PUT', '/unread', { from: 0 }],
    ['PUT', '/unread', { from: '3' }],
    ['GET', '/search', undefined],
    ['GET', '/search?q=a', undefined],
    ['GET', '/search?kind=everything', undefined],
    ['GET', '/search?kind=text&timezone=UTC', undefined],
    ['GET', '/day', undefined],
    ['GET', '/day?day=2026-02-30', undefined],
  ])('refuses %s %s %j', async (method, path, payload) => {
    expect(await ask(method, path, payload)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(edge.peers.calls.take()).toEqual([]);
  });
});

describe('a search in the conversation', () => {
  it('passes words and filters on, and asks for the zone of days alone', async () => {
    expect(await ask('GET', '/search?q=%20tea%20&from=partner&kind=link&cursor=8')).toMatchObject({ data: HITS });
    await ask('GET', '/search?since=2026-03-01&until=2026-03-02');
    expect(await ask('GET', '/day?day=2026-03-01')).toMatchObject({ data: { seq: 7 } });
    const timezone = 'Europe/Berlin';
    expect(edge.peers.calls.take()).toEqual([
      [searchMessages.subject, { q: 'tea', from: 'partner', kind: 'link', cursor: 8 }],
      [getPartnerStatus.subject, {}],
      [searchMessages.subject, { q: '', since: '2026-03-01', until: '2026-03-02', timezone }],
      [getPartnerStatus.subject, {}],
      [findDay.subject, { day: '2026-03-01', timezone }],
    ]);
  });

  it('by days is for couples', async () => {
    isLinked = false;
    expect(await ask('GET', '/search?since=2026-03-01')).toMatchObject({ status: 403, code: 'NO_PARTNER' });
    expect(await ask('GET', '/day?day=2026-03-01')).toMatchObject({ status: 403, code: 'NO_PARTNER' });
  });
});
