import {
  coupleLinked,
  createInvite,
  linkPartner,
  listReceivedRequests,
  respondToRequest,
  sendPartnerRequest,
  unlinkPartner,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { ROUNDS, ask, expectConsistent, expectOnly, idsOf, race } from './race-calls.js';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

describe('at most one partner', () => {
  it('is a constraint of the database', async () => {
    const [a] = await pairing.people(1);
    const insert = async (): Promise<void> => {
      const [couple] = await pairing.rows<{ id: string }>(
        `INSERT INTO couples (id, linked_at, version) VALUES (gen_random_uuid(), now(), 1) RETURNING id`,
      );
      await pairing.rows('INSERT INTO couple_members VALUES ($1, $2, true)', [couple?.id, a?.id]);
    };
    await insert();
    await expect(insert()).rejects.toThrow('couple_members_one_active');
  });

  it('holds when twenty requests to one person are accepted at once', async () => {
    const [receiver, ...senders] = await pairing.people(21);
    if (!receiver) throw new Error('unreachable');
    const ids: string[] = [];
    for (const sender of senders) ids.push(await ask(sender, receiver));
    const { done, refused } = await race(
      ids.map((id) => () => receiver.call(respondToRequest, { id, action: 'accept' })),
    );
    expect(done).toHaveLength(1);
    expectOnly(refused, ['REQUEST_NOT_FOUND', 'SELF_ALREADY_LINKED']);
    expect(await pairing.activeCouples(receiver, ...senders)).toBe(1);
    expect(await receiver.call(listReceivedRequests, {})).toEqual([]);
    await expectConsistent([receiver, ...senders]);
  });

  it('holds when ten receivers accept one sender at once', async () => {
    const [sender, ...receivers] = await pairing.people(11);
    if (!sender) throw new Error('unreachable');
    const ids = await Promise.all(receivers.map((receiver) => ask(sender, receiver)));
    const { done, refused } = await race(
      receivers.map((receiver, i) => () => receiver.call(respondToRequest, { id: ids[i] ?? '', action: 'accept' })),
    );
    expect(done).toHaveLength(1);
    expectOnly(refused, ['REQUEST_NOT_FOUND', 'ALREADY_LINKED']);
    expect(await pairing.activeCouples(sender, ...receivers)).toBe(1);
    await expectConsistent([sender, ...receivers]);
  });

  it('holds without a deadlock when a ring of people accept each other at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ring = await pairing.people(6);
      const next = (i: number): TestUser => ring[(i + 1) % ring.length] ?? ring[0] ?? pairing.stranger();
      const ids = await Promise.all(ring.map((person, i) => ask(person, next(i))));
      const { done, refused } = await race(
        ring.map((_, i) => () => next(i).call(respondToRequest, { id: ids[i] ?? '', action: 'accept' })),
      );
      expect(done.length).toBeGreaterThan(0);
      expect(idsOf(done).size).toBe(done.length);
      expectOnly(refused, ['REQUEST_NOT_FOUND', 'ALREADY_LINKED', 'SELF_ALREADY_LINKED']);
      expect(await pairing.activeCouples(...ring)).toBe(done.length);
      await expectConsistent(ring);
    }
  });
});

describe('concurrent equal calls', () => {
  it('make one couple, one event and equal answers from twenty acceptances', async () => {
    const [a, b] = [await pairing.person(), await pairing.person()];
    const id = await ask(a, b);
    const { done, refused } = await race(
      Array.from({ length: 20 }, () => () => b.call(respondToRequest, { id, action: 'accept' })),
    );
    expect(refused).toEqual([]);
    expect(idsOf(done).size).toBe(1);
    expect(await pairing.activeCouples(a, b)).toBe(1);
    const [couple] = idsOf(done);
    await eventually(async () => {
      expect(await pairing.rows('SELECT 1 FROM outbox WHERE published_to IS NULL')).toEqual([]);
      expect((await pairing.bus.events(coupleLinked)).filter(({ coupleId }) => coupleId === couple)).toHaveLength(1);
    });
  });

  it('make one couple when both people ask', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [await pairing.person(), await pairing.person()];
      const { done, refused } = await race([
        () => a.call(sendPartnerRequest, { receiverId: b.id }),
        () => b.call(sendPartnerRequest, { receiverId: a.id }),
      ]);
      expect(refused).toEqual([]);
      expect(done.filter(({ couple }) => couple)).toHaveLength(1);
      expect(await pairing.activeCouples(a, b)).toBe(1);
      await expectConsistent([a, b]);
    }
  });

  it('make one request when one person asks twenty times', async () => {
    const [a, b] = [await pairing.person(), await pairing.person()];
    const { done, refused } = await race(
      Array.from({ length: 20 }, () => () => a.call(sendPartnerRequest, { receiverId: b.id })),
    );
    expect(refused).toEqual([]);
    expect(new Set(done.map(({ request }) => request?.id)).size).toBe(1);
    expect(await b.call(listReceivedRequests, {})).toHaveLength(1);
  });

  it('make ten requests when one person asks twenty people', async () => {
    const [a, ...others] = await pairing.people(21);
    const { done, refused } = await race(
      others.map(
        ({ id }) =>
          () =>
            a?.call(sendPartnerRequest, { receiverId: id }) ?? Promise.reject(new Error('unreachable')),
      ),
    );
    expect(done).toHaveLength(10);
    expectOnly(refused, ['TOO_MANY_REQUESTS_OPEN']);
  });

  it('make one couple when twenty people redeem an invite', async () => {
    const [issuer, ...others] = await pairing.people(21);
    if (!issuer) throw new Error('unreachable');
    const { code } = await issuer.call(createInvite, {});
    const { done, refused } = await race(
      others.map((other) => () => other.call(linkPartner, { partnerIdentifier: code })),
    );
    expect(done).toHaveLength(1);
    expectOnly(refused, ['INVITE_NOT_FOUND']);
    expect(await pairing.activeCouples(issuer, ...others)).toBe(1);
    await expectConsistent([issuer, ...others]);
  });

  it('make one couple and equal answers when one person redeems an invite twenty times', async () => {
    const [issuer, other] = [await pairing.person(), await pairing.person()];
    const { code } = await issuer.call(createInvite, {});
    const { done, refused } = await race(
      Array.from({ length: 20 }, () => () => other.call(linkPartner, { partnerIdentifier: code })),
    );
    expect(refused).toEqual([]);
    expect(idsOf(done).size).toBe(1);
  });

  it('end a couple once when both members unlink', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [await pairing.person(), await pairing.person()];
      await b.call(respondToRequest, { id: await ask(a, b), action: 'accept' });
      const { done, refused } = await race([() => a.call(unlinkPartner, {}), () => b.call(unlinkPartner, {})]);
      expect(done).toHaveLength(1);
      expect(refused).toEqual(['NOT_LINKED']);
      expect(await pairing.activeCouples(a, b)).toBe(0);
    }
  });

  it('cause no deadlock in the database', async () => {
    expect(
      await pairing.rows('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()'),
    ).toEqual([{ deadlocks: 0 }]);
  });
});
