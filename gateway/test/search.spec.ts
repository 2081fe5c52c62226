import { randomUUID } from 'node:crypto';
import {
  type Call,
  type DailyHistory,
  DailyHistoryQueryDto,
  type FoundDates,
  type FoundMemories,
  type FoundTitles,
  type MessageHits,
  type MemoryHit,
  SearchChallengesDto,
  SearchGoalsDto,
  SearchListsDto,
  SearchDatesDto,
  SearchMemoriesDto,
  SearchStoriesDto,
  SearchWishesDto,
  SearchMessagesDto,
  listDailyHistory,
  searchChallenges,
  searchGoals,
  searchLists,
  searchDates,
  searchMemories,
  searchStories,
  searchWishes,
  searchMessages,
} from '@duet/contracts';
import { AppError, Rpc } from '@duet/service-kit';
import { accessToken, testKeys } from '@duet/testing';
import { Controller, Inject } from '@nestjs/common';
import { CallLog, fakePeers } from './call-log.js';
import { type Edge, startEdge } from './edge.js';

const HIT: MemoryHit = {
  capsule: { _id: 'k', title: 'Tea', emoji: null, kind: 'keepsake', status: 'collecting', description: '', tags: [] },
  contribution: null,
};

const CHALLENGE = { _id: 'c', title: 'Tea for two', text: '' };

/** Resolved when a test lets a silent service go on. */
let silence: Promise<void> | null;

@Controller()
class Peer {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(searchMemories) async memories(call: Call<'user'>, dto: SearchMemoriesDto): Promise<FoundMemories> {
    return this.calls.record(searchMemories, call, dto, { hits: [HIT], more: true });
  }
  @Rpc(searchChallenges) async challenges(call: Call<'user'>, dto: SearchChallengesDto): Promise<FoundTitles> {
    return this.calls.record(searchChallenges, call, dto, { hits: [CHALLENGE], more: false });
  }
  @Rpc(searchGoals) async goals(call: Call<'user'>, dto: SearchGoalsDto): Promise<FoundTitles> {
    return this.calls.record(searchGoals, call, dto, { hits: [CHALLENGE], more: false });
  }
  @Rpc(searchStories) async stories(call: Call<'user'>, dto: SearchStoriesDto): Promise<FoundTitles> {
    return this.calls.record(searchStories, call, dto, { hits: [CHALLENGE], more: false });
  }
  @Rpc(searchLists) async lists(call: Call<'user'>, dto: SearchListsDto): Promise<FoundTitles> {
    return this.calls.record(searchLists, call, dto, { hits: [CHALLENGE], more: false });
  }
  @Rpc(searchWishes) async wishes(call: Call<'user'>, dto: SearchWishesDto): Promise<FoundTitles> {
    return this.calls.record(searchWishes, call, dto, { hits: [CHALLENGE], more: false });
  }
  @Rpc(searchDates) async dates(call: Call<'user'>, dto: SearchDatesDto): Promise<FoundDates> {
    return this.calls.record(searchDates, call, dto, { hits: [], more: false });
  }
  @Rpc(listDailyHistory) async history(call: Call<'user'>, dto: DailyHistoryQueryDto): Promise<DailyHistory> {
    return this.calls.record(listDailyHistory, call, dto, { questions: [], nextCursor: '2026-01-01' });
  }
  @Rpc(searchMessages) async messages(call: Call<'user'>, dto: SearchMessagesDto): Promise<MessageHits> {
    await silence;
    return this.calls.record(searchMessages, call, dto, { messages: [], hasMore: true, nextCursor: null, total: null });
  }
}

const keys = testKeys();
const startPeers = fakePeers(Peer);
let edge: Edge<Awaited<ReturnType<typeof startPeers>>>;

beforeAll(async () => {
  edge = await startEdge(keys, startPeers);
});
afterAll(() => edge.stop());
beforeEach(() => {
  silence = null;
  edge.peers.calls.take();
  edge.peers.calls.refusals.clear();
});

async function ask(query: string) {
  const headers = { authorization: `Bearer ${accessToken(keys, { userId: randomUUID(), sessionId: randomUUID() })}` };
  const answer = await edge.app.inject({ method: 'GET', url: `/api/search${query}`, headers });
  return { status: answer.statusCode, ...answer.json() };
}

const asked = (): string[] => edge.peers.calls.take().map(([subject]) => subject);

const empty = { hits: [], more: false };

describe('SearchController', () => {
  it('composes all groups', async () => {
    expect(await ask('?q=%20tea%20&limit=3')).toMatchObject({
      status: 200,
      data: {
        memories: { hits: [HIT], more: true },
        challenges: { hits: [CHALLENGE], more: false },
        goals: { hits: [CHALLENGE], more: false },
        stories: { hits: [CHALLENGE], more: false },
        wishes: { hits: [CHALLENGE], more: false },
        lists: { hits: [CHALLENGE], more: false },
        questions: { hits: [], more: true },
        dates: empty,
        messages: { hits: [], more: true },
        unavailable: [],
      },
    });
    expect(edge.peers.calls.take().map(([, input]) => input)).toEqual(
      Array.from({ length: 9 }, () => ({ q: 'tea', limit: 3 })),
    );
  });

  it('asks only for the given groups', async () => {
    expect(await ask('?q=tea&types=dates,lists')).toMatchObject({ status: 200, data: { memories: empty } });
    expect(asked().toSorted()).toEqual([searchLists.subject, searchDates.subject]);
  });

  it.each([
    '',
    '?q=',
    '?q=%20%20%20',
    '?q=%20a',
    `?q=${'x'.repeat(101)}`,
    '?q=tea&types=people',
    '?q=tea&types=',
    '?q=tea&types=dates,dates',
    '?q=tea&limit=21',
    '?q=tea&more=1',
  ])('rejects %j', async (query) => {
    expect(await ask(query)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(asked()).toEqual([]);
  });

  it('names the groups of a service that fails or is silent, and answers the others', async () => {
    edge.peers.calls.refusals.set(searchMemories.subject, new AppError('INTERNAL'));
    const speak = Promise.withResolvers<void>();
    silence = speak.promise;
    const answer = await ask('?q=tea');
    speak.resolve();
    expect(answer).toMatchObject({
      status: 200,
      data: { memories: empty, messages: empty, questions: { more: true }, unavailable: ['memories', 'messages'] },
    });
  });

  it('fails when no group answers, and passes a refusal of the caller on', async () => {
    for (const { subject } of [searchMemories, searchStories])
      edge.peers.calls.refusals.set(subject, new AppError('UNAVAILABLE'));
    expect(await ask('?q=tea&types=memories,stories')).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    edge.peers.calls.refusals.set(searchDates.subject, new AppError('NO_PARTNER'));
    expect(await ask('?q=tea')).toMatchObject({ status: 403, code: 'NO_PARTNER' });
  });
});
