import { randomUUID } from 'node:crypto';
import {
  type Call, DONE, type Done, ExclusionIdDto, HideOnThisDayDto, NoInput, type OnThisDayChoice, OnThisDayDto, type OnThisDayExclusion, type OnThisDayExclusions, type OnThisDayView,
  type PartnerStatus, SwitchOnThisDayDto, getOnThisDay, getPartnerStatus, hideOnThisDay, listOnThisDayExclusions, removeOnThisDayExclusion, switchOnThisDay,
} from '@duet/contracts';
import { Rpc } from '@duet/service-kit';
import { accessToken, testKeys } from '@duet/testing';
import { Controller, Inject } from '@nestjs/common';
import { Asking, peersOf } from './asking.js';
import { type Edge, startEdge } from './edge.js';
import { ANSWERS as PARTNER } from './partner-peers.js';

const ID = randomUUID();
const COUPLE = { ...PARTNER.linked.couple, timezone: 'Asia/Kolkata' };

const ANSWERS = {
  view: { enabled: true, day: '2026-11-21', until: '2026-11-21T18:30:00.000Z', items: [] } satisfies OnThisDayView,
  exclusion: { _id: ID, kind: 'period', from: '2024-01-01', to: '2024-01-31' } satisfies OnThisDayExclusion,
};

let status: PartnerStatus;

@Controller()
class Peer {
  constructor(@Inject(Asking) private readonly asking: Asking) {}

  @Rpc(getPartnerStatus) async status(call: Call<'user'>, dto: NoInput): Promise<PartnerStatus> {
    return this.asking.note(getPartnerStatus, call, dto, status);
  }
  @Rpc(getOnThisDay) async get(call: Call<'user'>, dto: OnThisDayDto): Promise<OnThisDayView> {
    return this.asking.note(getOnThisDay, call, dto, ANSWERS.view);
  }
  @Rpc(hideOnThisDay) async hide(call: Call<'user'>, dto: HideOnThisDayDto): Promise<OnThisDayExclusion> {
    return this.asking.note(hideOnThisDay, call, dto, ANSWERS.exclusion);
  }
  @Rpc(listOnThisDayExclusions) async list(call: Call<'user'>, dto: NoInput): Promise<OnThisDayExclusions> {
    return this.asking.note(listOnThisDayExclusions, call, dto, { enabled: true, exclusions: [ANSWERS.exclusion] });
  }
  @Rpc(removeOnThisDayExclusion) async remove(call: Call<'user'>, dto: ExclusionIdDto): Promise<Done> {
    return this.asking.note(removeOnThisDayExclusion, call, dto, DONE);
  }
  @Rpc(switchOnThisDay) async switch(call: Call<'user'>, dto: SwitchOnThisDayDto): Promise<OnThisDayChoice> {
    return this.asking.note(switchOnThisDay, call, dto, { enabled: dto.enabled });
  }
}

const keys = testKeys();
const startMemoryPeers = peersOf(Peer);
let edge: Edge<Awaited<ReturnType<typeof startMemoryPeers>>>;

beforeAll(async () => {
  edge = await startEdge(keys, startMemoryPeers);
});
afterAll(() => edge.stop());
beforeEach(() => {
  status = { ...PARTNER.status, hasPartner: true, partner: PARTNER.linked.partner, couple: COUPLE };
  edge.peers.asking.take();
});

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<[number, unknown]> {
  const headers = { authorization: `Bearer ${accessToken(keys, { userId: randomUUID(), sessionId: randomUUID() })}` };
  const answer = await edge.app.inject({ method, url: `/api/memories/on-this-day${url}`, headers, ...(payload && { payload }) });
  return [answer.statusCode, answer.json().data ?? answer.json().code];
}

describe('on this day', () => {
  it('is asked of messaging with the clock that pairing knows', async () => {
    expect(await ask('GET', '')).toEqual([200, ANSWERS.view]);
    expect(edge.peers.asking.take()).toEqual([[getPartnerStatus.subject, {}], [getOnThisDay.subject, { timezone: 'Asia/Kolkata' }]]);
  });

  it('takes no clock and no day from outside', async () => {
    await ask('GET', '?timezone=UTC&day=2020-01-01');
    expect(edge.peers.asking.take()[1]).toEqual([getOnThisDay.subject, { timezone: 'Asia/Kolkata' }]);
  });

  it('is nothing without a partner, and messaging is not asked', async () => {
    status = PARTNER.status;
    expect(await ask('GET', '')).toEqual([403, 'NO_PARTNER']);
    expect(edge.peers.asking.take()).toEqual([[getPartnerStatus.subject, {}]]);
  });

  it('carries what is hidden, shown again and switched', async () => {
    expect(await ask('POST', '/hide', { messageId: ID })).toEqual([200, ANSWERS.exclusion]);
    expect(await ask('POST', '/hide', { from: '2024-01-01', to: '2024-01-31' })).toEqual([200, ANSWERS.exclusion]);
    expect(await ask('GET', '/exclusions')).toEqual([200, { enabled: true, exclusions: [ANSWERS.exclusion] }]);
    expect(await ask('DELETE', `/exclusions/${ID}`)).toEqual([200, { done: true }]);
    expect(await ask('PUT', '', { enabled: false })).toEqual([200, { enabled: false }]);
    expect(edge.peers.asking.take()).toEqual([
      [hideOnThisDay.subject, { messageId: ID }],
      [hideOnThisDay.subject, { from: '2024-01-01', to: '2024-01-31' }],
      [listOnThisDayExclusions.subject, {}],
      [removeOnThisDayExclusion.subject, { exclusionId: ID }],
      [switchOnThisDay.subject, { enabled: false }],
    ]);
    for (const body of [{}, { messageId: ID, from: '2024-01-01', to: '2024-01-02' }, { from: '2024-01-02', to: '2024-01-01' }]) expect(await ask('POST', '/hide', body)).toEqual([400, 'VALIDATION_FAILED']);
    expect(await ask('PUT', '', { enabled: 'no' })).toEqual([400, 'VALIDATION_FAILED']);
    expect(edge.peers.asking.take()).toEqual([]);
  });
});
