import { randomUUID } from 'node:crypto';
import {
  type Call,
  DONE,
  type Done,
  ExclusionIdDto,
  CapsuleIdDto,
  type HiddenMemory,
  HideOnThisDayDto,
  NoInput,
  type OnThisDayChoice,
  OnThisDayDto,
  type OnThisDayExclusion,
  type OnThisDayExclusions,
  type OnThisDayMemories,
  OnThisDayMemoriesDto,
  type OnThisDayMessages,
  type PartnerStatus,
  SwitchOnThisDayDto,
  getOnThisDay,
  getOnThisDayMemories,
  hideCapsuleOnThisDay,
  listHiddenCapsules,
  showCapsuleOnThisDay,
  getPartnerStatus,
  hideOnThisDay,
  listOnThisDayExclusions,
  removeOnThisDayExclusion,
  switchOnThisDay,
} from '@duet/contracts';
import { AppError, Rpc } from '@duet/service-kit';
import { accessToken, testKeys } from '@duet/testing';
import { Controller, Inject } from '@nestjs/common';
import { CallLog, fakePeers } from './call-log.js';
import { type Edge, startEdge } from './edge.js';
import { ANSWERS as PARTNER } from './partner-peers.js';

const ID = randomUUID();
const COUPLE = { ...PARTNER.linked.couple, timezone: 'Asia/Kolkata' };

const ANSWERS = {
  view: { enabled: true, day: '2026-11-21', until: '2026-11-21T18:30:00.000Z', items: [], memories: [] },
  hiddenPeriods: [{ from: '2024-01-01', to: '2024-01-31' }],
  capsule: { _id: ID, kind: 'capsule', capsule: { _id: ID, title: 'Our trip', emoji: null } } satisfies HiddenMemory,
  exclusion: { _id: ID, kind: 'period', from: '2024-01-01', to: '2024-01-31' } satisfies OnThisDayExclusion,
};

let status: PartnerStatus;
let enabled: boolean;

@Controller()
class Peer {
  constructor(@Inject(CallLog) private readonly calls: CallLog) {}

  @Rpc(getPartnerStatus) async status(call: Call<'user'>, dto: NoInput): Promise<PartnerStatus> {
    return this.calls.record(getPartnerStatus, call, dto, status);
  }
  @Rpc(getOnThisDay) async get(call: Call<'user'>, dto: OnThisDayDto): Promise<OnThisDayMessages> {
    const { memories: _, ...view } = ANSWERS.view;
    return this.calls.record(getOnThisDay, call, dto, { ...view, enabled, hiddenPeriods: ANSWERS.hiddenPeriods });
  }
  @Rpc(getOnThisDayMemories) async memories(call: Call<'user'>, dto: OnThisDayMemoriesDto): Promise<OnThisDayMemories> {
    return this.calls.record(getOnThisDayMemories, call, dto, { memories: [] });
  }
  @Rpc(hideCapsuleOnThisDay) async hideCapsule(call: Call<'user'>, dto: CapsuleIdDto): Promise<HiddenMemory> {
    return this.calls.record(hideCapsuleOnThisDay, call, dto, ANSWERS.capsule);
  }
  @Rpc(listHiddenCapsules) async listCapsules(call: Call<'user'>, dto: NoInput): Promise<HiddenMemory[]> {
    return this.calls.record(listHiddenCapsules, call, dto, [ANSWERS.capsule]);
  }
  @Rpc(showCapsuleOnThisDay) async showCapsule(call: Call<'user'>, dto: CapsuleIdDto): Promise<Done> {
    return this.calls.record(showCapsuleOnThisDay, call, dto, DONE);
  }
  @Rpc(hideOnThisDay) async hide(call: Call<'user'>, dto: HideOnThisDayDto): Promise<OnThisDayExclusion> {
    return this.calls.record(hideOnThisDay, call, dto, ANSWERS.exclusion);
  }
  @Rpc(listOnThisDayExclusions) async list(call: Call<'user'>, dto: NoInput): Promise<OnThisDayExclusions> {
    return this.calls.record(listOnThisDayExclusions, call, dto, { enabled: true, exclusions: [ANSWERS.exclusion] });
  }
  @Rpc(removeOnThisDayExclusion) async remove(call: Call<'user'>, dto: ExclusionIdDto): Promise<Done> {
    this.calls.record(removeOnThisDayExclusion, call, dto, DONE);
    if (dto.exclusionId !== ID) throw new AppError('EXCLUSION_NOT_FOUND');
    return DONE;
  }
  @Rpc(switchOnThisDay) async switch(call: Call<'user'>, dto: SwitchOnThisDayDto): Promise<OnThisDayChoice> {
    return this.calls.record(switchOnThisDay, call, dto, { enabled: dto.enabled });
  }
}

const keys = testKeys();
const startMemoryPeers = fakePeers(Peer);
let edge: Edge<Awaited<ReturnType<typeof startMemoryPeers>>>;

beforeAll(async () => {
  edge = await startEdge(keys, startMemoryPeers);
});
afterAll(() => edge.stop());
beforeEach(() => {
  enabled = true;
  status = { ...PARTNER.status, hasPartner: true, partner: PARTNER.linked.partner, couple: COUPLE };
  edge.peers.calls.take();
});

async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<[number, unknown]> {
  const headers = { authorization: `Bearer ${accessToken(keys, { userId: randomUUID(), sessionId: randomUUID() })}` };
  const answer = await edge.app.inject({
    method,
    url: `/api/memories/on-this-day${url}`,
    headers,
    ...(payload && { payload }),
  });
  return [answer.statusCode, answer.json().data ?? answer.json().code];
}

describe('OnThisDayController', () => {
  it('asks messaging and memories with the time zone from pairing', async () => {
    expect(await ask('GET', '')).toEqual([200, ANSWERS.view]);
    expect(edge.peers.calls.take()).toEqual([
      [getPartnerStatus.subject, {}],
      [getOnThisDay.subject, { timezone: 'Asia/Kolkata' }],
      [getOnThisDayMemories.subject, { timezone: 'Asia/Kolkata', hiddenPeriods: ANSWERS.hiddenPeriods }],
    ]);
  });

  it('does not ask for memories while the caller has switched earlier years off', async () => {
    enabled = false;
    expect(await ask('GET', '')).toEqual([200, { ...ANSWERS.view, enabled }]);
    expect(edge.peers.calls.take()).toHaveLength(2);
  });

  it('hides and shows capsules at memories, by the capsule’s id', async () => {
    const other = randomUUID();
    expect(await ask('POST', '/hide', { capsuleId: ID })).toEqual([200, ANSWERS.capsule]);
    expect(await ask('DELETE', `/exclusions/${other}`)).toEqual([200, { done: true }]);
    expect(edge.peers.calls.take()).toEqual([
      [hideCapsuleOnThisDay.subject, { id: ID }],
      [removeOnThisDayExclusion.subject, { exclusionId: other }],
      [showCapsuleOnThisDay.subject, { id: other }],
    ]);
  });

  it('ignores a time zone or day from the caller', async () => {
    await ask('GET', '?timezone=UTC&day=2020-01-01');
    expect(edge.peers.calls.take()[1]).toEqual([getOnThisDay.subject, { timezone: 'Asia/Kolkata' }]);
  });

  it('refuses a caller without a partner, and does not call messaging', async () => {
    status = { ...PARTNER.status, hasPartner: false, partner: null, couple: null };
    expect(await ask('GET', '')).toEqual([403, 'NO_PARTNER']);
    expect(edge.peers.calls.take()).toEqual([[getPartnerStatus.subject, {}]]);
  });

  it('passes on exclusions and the switch, and rejects invalid ones', async () => {
    expect(await ask('POST', '/hide', { messageId: ID })).toEqual([200, ANSWERS.exclusion]);
    expect(await ask('POST', '/hide', { from: '2024-01-01', to: '2024-01-31' })).toEqual([200, ANSWERS.exclusion]);
    expect(await ask('GET', '/exclusions')).toEqual([
      200,
      { enabled: true, exclusions: [ANSWERS.exclusion, ANSWERS.capsule] },
    ]);
    expect(await ask('DELETE', `/exclusions/${ID}`)).toEqual([200, { done: true }]);
    expect(await ask('PUT', '', { enabled: false })).toEqual([200, { enabled: false }]);
    expect(edge.peers.calls.take()).toEqual([
      [hideOnThisDay.subject, { messageId: ID }],
      [hideOnThisDay.subject, { from: '2024-01-01', to: '2024-01-31' }],
      [listOnThisDayExclusions.subject, {}],
      [listHiddenCapsules.subject, {}],
      [removeOnThisDayExclusion.subject, { exclusionId: ID }],
      [switchOnThisDay.subject, { enabled: false }],
    ]);
    for (const body of [
      {},
      { messageId: ID, from: '2024-01-01', to: '2024-01-02' },
      { messageId: ID, capsuleId: ID },
      { capsuleId: ID, from: '2024-01-01', to: '2024-01-02' },
      { capsuleId: 'no id' },
      { from: '2024-01-02', to: '2024-01-01' },
    ])
      expect(await ask('POST', '/hide', body)).toEqual([400, 'VALIDATION_FAILED']);
    expect(await ask('PUT', '', { enabled: 'no' })).toEqual([400, 'VALIDATION_FAILED']);
    expect(edge.peers.calls.take()).toEqual([]);
  });
});
