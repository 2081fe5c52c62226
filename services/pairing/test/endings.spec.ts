import {
  blockPerson,
  couplePurged,
  coupleUnlinked,
  createInvite,
  getPartnerStatus,
  linkPartner,
  listBlocked,
  listReceivedRequests,
  listSentRequests,
  lookUpInvite,
  requestClosed,
  respondToRequest,
  searchPeople,
  sendPartnerRequest,
  unblockPerson,
  unlinkPartner,
  userDeleted,
} from '@duet/contracts';
import { DAY, eventually } from '@duet/testing';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const ask = async (from: TestUser, to: TestUser): Promise<string> => {
  const { request } = await from.call(sendPartnerRequest, { receiverId: to.id });
  if (!request) throw new Error('no request was made');
  return request.id;
};

const linkUp = async (a: TestUser, b: TestUser): Promise<string> => {
  const { couple } = await b.call(respondToRequest, { id: await ask(a, b), action: 'accept' });
  if (!couple) throw new Error('no couple was made');
  return couple._id;
};

describe('a block', () => {
  it('hides both people from each other like unknown ones', async () => {
    const [ada, eve] = [
      await pairing.person({ firstName: 'Blockada' }),
      await pairing.person({ firstName: 'Blockeve' }),
    ];
    const { code } = await ada.call(createInvite, {});
    expect(await ada.call(blockPerson, { userId: eve.id })).toMatchObject({ person: { _id: eve.id }, unlinked: null });
    await ada.call(blockPerson, { userId: eve.id });
    expect(await ada.call(listBlocked, {})).toMatchObject([{ _id: eve.id }]);
    expect(await eve.call(listBlocked, {})).toEqual([]);
    const stranger = pairing.stranger();
    for (const [from, to, q] of [
      [eve, ada, 'blockada'],
      [ada, eve, 'blockeve'],
    ] as const) {
      expect(await from.call(searchPeople, { q })).toEqual([]);
      const unknown = await from.refusal(sendPartnerRequest, { receiverId: stranger.id });
      expect((await from.refusal(sendPartnerRequest, { receiverId: to.id })).toFailure()).toEqual(unknown.toFailure());
      const unknownName = await from.refusal(linkPartner, { partnerIdentifier: stranger.snapshot.username });
      expect((await from.refusal(linkPartner, { partnerIdentifier: to.snapshot.username })).toFailure()).toEqual(
        unknownName.toFailure(),
      );
      expect((await from.refusal(linkPartner, { partnerIdentifier: to.snapshot.email })).toFailure()).toEqual(
        unknownName.toFailure(),
      );
    }
    expect(await eve.refusal(lookUpInvite, { code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
    expect(await eve.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
  });

  it('ends requests in both directions and can be lifted', async () => {
    const [ada, eve] = [await pairing.person(), await pairing.person()];
    const id = await ask(eve, ada);
    await ada.call(blockPerson, { userId: eve.id });
    expect(await ada.call(listReceivedRequests, {})).toEqual([]);
    expect(await eve.call(listSentRequests, {})).toEqual([]);
    expect(await ada.refusal(respondToRequest, { id, action: 'accept' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    await eventually(() =>
      expect(pairing.bus.live(requestClosed)).toContainEqual(expect.objectContaining({ requestId: id })),
    );
    await ada.call(unblockPerson, { userId: eve.id });
    await ada.call(unblockPerson, { userId: eve.id });
    expect(await ada.call(listBlocked, {})).toEqual([]);
    await ask(eve, ada);
  });

  it('of the partner ends the couple in the same transaction', async () => {
    const [ada, eve] = [await pairing.person(), await pairing.person()];
    const coupleId = await linkUp(ada, eve);
    expect(await ada.call(blockPerson, { userId: eve.id })).toMatchObject({ unlinked: { coupleId, version: 2 } });
    for (const person of [ada, eve])
      expect(await person.call(getPartnerStatus, {})).toMatchObject({ hasPartner: false });
    await eventually(async () =>
      expect(await pairing.bus.events(coupleUnlinked)).toContainEqual(
        expect.objectContaining({ coupleId, version: 2 }),
      ),
    );
  });

  it('is refused for oneself and unknown people, and is lifted only by its author', async () => {
    const [ada, eve] = [await pairing.person(), await pairing.person()];
    expect(await ada.refusal(blockPerson, { userId: ada.id })).toMatchObject({
      code: 'CANNOT_BLOCK_SELF',
      status: 400,
    });
    expect(await ada.refusal(blockPerson, { userId: pairing.stranger().id })).toMatchObject({
      code: 'USER_NOT_FOUND',
      status: 404,
    });
    await linkUp(ada, eve);
    await ada.call(blockPerson, { userId: eve.id });
    await eve.call(unblockPerson, { userId: ada.id });
    expect(await ada.call(listBlocked, {})).toHaveLength(1);
    await eve.call(blockPerson, { userId: ada.id });
    await ada.call(unblockPerson, { userId: eve.id });
    expect(await ada.refusal(sendPartnerRequest, { receiverId: eve.id })).toMatchObject({ code: 'USER_NOT_FOUND' });
  });
});

describe('the sweeper', () => {
  it('expires requests after 30 days, pushes that to both, and deletes them 30 days later', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const [old, young] = [await ask(ada, bob), await ask(ada, await pairing.person())];
    await pairing.rows(`UPDATE partner_requests SET created_at = now() - interval '30 days 1 second' WHERE id = $1`, [
      old,
    ]);
    await pairing.sweep();
    const statuses = () =>
      pairing.rows('SELECT id, status FROM partner_requests WHERE sender_id = $1 ORDER BY id', [ada.id]);
    expect(await statuses()).toEqual([
      { id: old, status: 'expired' },
      { id: young, status: 'pending' },
    ]);
    await eventually(() =>
      expect(pairing.bus.live(requestClosed).filter(({ requestId }) => requestId === old)).toHaveLength(1),
    );
    await pairing.rows(`UPDATE partner_requests SET closed_at = now() - interval '30 days 1 second' WHERE id = $1`, [
      old,
    ]);
    await pairing.sweep();
    expect(await statuses()).toEqual([{ id: young, status: 'pending' }]);
  });

  it('removes couples 30 days after their end, once, and publishes the purge', async () => {
    const [ada, bob, cyd, dan] = [
      await pairing.person(),
      await pairing.person(),
      await pairing.person(),
      await pairing.person(),
    ];
    const [old, recent] = [await linkUp(ada, bob), await linkUp(cyd, dan)];
    await ada.call(unlinkPartner, {});
    await cyd.call(unlinkPartner, {});
    await pairing.rows(`UPDATE couples SET ended_at = now() - interval '30 days 1 second' WHERE id = $1`, [old]);
    await pairing.rows(`UPDATE couples SET ended_at = now() - interval '29 days 23 hours' WHERE id = $1`, [recent]);
    await pairing.sweep();
    await pairing.sweep();
    expect(await pairing.rows('SELECT id FROM couples WHERE id = ANY($1)', [[old, recent]])).toEqual([{ id: recent }]);
    expect(await pairing.rows('SELECT 1 FROM couple_members WHERE couple_id = $1', [old])).toEqual([]);
    await eventually(async () => expect(await pairing.bus.events(couplePurged)).toHaveLength(1));
    const [event] = await pairing.bus.events(couplePurged);
    expect(event).toEqual({ coupleId: old, members: expect.arrayContaining([ada.id, bob.id]), version: 3 });
  });

  it('never deletes an active couple', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const id = await linkUp(ada, bob);
    await pairing.rows(`UPDATE couples SET linked_at = now() - interval '10 years' WHERE id = $1`, [id]);
    await pairing.sweep();
    expect(await ada.call(getPartnerStatus, {})).toMatchObject({ hasPartner: true, couple: { _id: id } });
  });

  it('deletes expired invites and old tombstones of accounts', async () => {
    const ada = await pairing.person();
    const [first, second] = [await ada.call(createInvite, {}), await ada.call(createInvite, {})];
    await pairing.rows(`UPDATE invites SET expires_at = now() - interval '1 day 1 second' WHERE code = $1`, [
      first.code,
    ]);
    await pairing.rows(`INSERT INTO departed_people VALUES (gen_random_uuid(), now() - interval '31 days')`);
    await pairing.sweep();
    expect(await pairing.rows('SELECT code FROM invites WHERE issuer_id = $1', [ada.id])).toEqual([
      { code: second.code },
    ]);
    expect(await pairing.rows(`SELECT 1 FROM departed_people WHERE departed_at < now() - interval '30 days'`)).toEqual(
      [],
    );
  });
});

describe('domain time', () => {
  const MONTH = 31 * DAY;

  afterEach(() => pairing.clock.forward(-MONTH));

  it('alone lets requests and invites expire and couples be final', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const [cyd, dan] = [await pairing.person(), await pairing.person()];
    const request = await ask(ada, bob);
    const { code } = await ada.call(createInvite, {});
    const old = await linkUp(cyd, dan);
    await cyd.call(unlinkPartner, {});
    pairing.clock.forward(MONTH);
    expect(await bob.call(listReceivedRequests, {})).toEqual([]);
    expect(await bob.refusal(respondToRequest, { id: request, action: 'accept' })).toMatchObject({
      code: 'REQUEST_NOT_FOUND',
    });
    expect(await bob.refusal(lookUpInvite, { code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
    expect(await linkUp(dan, cyd)).not.toBe(old);
    const { couple } = await cyd.call(getPartnerStatus, {});
    expect(Date.parse(couple?.linkedAt ?? '')).toBeGreaterThan(Date.now() + MONTH - DAY);
    await pairing.sweep();
    expect(await pairing.rows('SELECT status FROM partner_requests WHERE id = $1', [request])).toEqual([
      { status: 'expired' },
    ]);
    expect(await pairing.rows('SELECT FROM couples WHERE id = $1', [old])).toEqual([]);
    expect(await pairing.rows('SELECT FROM invites WHERE code = $1', [code])).toEqual([]);
  });
});

describe('a deleted account', () => {
  const PERSONAL = 'Canaryname';

  it('is unlinked, and its requests and personal data are deleted', async () => {
    const [gone, bob, cyd, dan] = [
      await pairing.person({ firstName: PERSONAL }),
      await pairing.person(),
      await pairing.person(),
      await pairing.person(),
    ];
    await ask(cyd, gone);
    const coupleId = await linkUp(bob, gone);
    await bob.call(blockPerson, { userId: dan.id });
    await eventually(async () =>
      expect(await pairing.rows('SELECT 1 FROM outbox WHERE published_to IS NULL')).toEqual([]),
    );
    await pairing.bus.publish(userDeleted, gone.id, { userId: gone.id });
    await eventually(async () =>
      expect(await bob.call(getPartnerStatus, {})).toMatchObject({ hasPartner: false, partner: null }),
    );
    await eventually(async () =>
      expect(await pairing.bus.events(coupleUnlinked)).toContainEqual(
        expect.objectContaining({ coupleId, version: 2 }),
      ),
    );
    const left = await Promise.all(
      ['people', 'partner_requests', 'invites', 'blocks', 'outbox', 'dead_letter'].map((table) =>
        pairing.rows(`SELECT 1 FROM ${table} t WHERE t::text LIKE '%' || $1 || '%'`, [
          table === 'outbox' ? PERSONAL : gone.id,
        ]),
      ),
    );
    expect(left.flat()).toEqual([]);
    expect(await bob.refusal(linkPartner, { partnerIdentifier: gone.snapshot.username })).toMatchObject({
      code: 'USER_NOT_FOUND',
    });
    // The event may be redelivered.
    await pairing.bus.publish(userDeleted, gone.id, { userId: gone.id });
    await linkUp(bob, cyd);
  });

  it('closes an open request for the other person', async () => {
    const [gone, bob] = [await pairing.person(), await pairing.person()];
    const id = await ask(gone, bob);
    await pairing.bus.publish(userDeleted, gone.id, { userId: gone.id });
    await eventually(async () => expect(await bob.call(listReceivedRequests, {})).toEqual([]));
    await eventually(() =>
      expect(pairing.bus.live(requestClosed)).toContainEqual(expect.objectContaining({ requestId: id })),
    );
  });
});
