import {
  type LinkOutcome,
  blockPerson,
  cancelRequest,
  coupleLinked,
  createInvite,
  getPartnerStatus,
  linkPartner,
  listNotifications,
  listReceivedRequests,
  respondToRequest,
  sendNudge,
  sendPartnerRequest,
  setMood,
  unlinkPartner,
} from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { DataSource } from 'typeorm';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const ROUNDS = 8;

const ask = async (from: TestUser, to: TestUser): Promise<string> => {
  const { request } = await eventually(() => from.call(sendPartnerRequest, { receiverId: to.id }));
  if (!request) throw new Error('no request was made');
  return request.id;
};

interface Outcome<T> {
  done: T[];
  refused: string[];
}

/** A lock that is not free within two seconds is refused as UNAVAILABLE, and the client repeats the call. */
const insist = <T>(call: () => Promise<T>): Promise<PromiseSettledResult<T>> =>
  eventually(async () => {
    const [outcome] = await Promise.allSettled([call()]);
    if (outcome.status === 'rejected' && outcome.reason instanceof AppError && outcome.reason.code === 'UNAVAILABLE')
      throw outcome.reason;
    return outcome;
  });

/** Runs all calls at once, as clients do. @returns the answers and the codes of the refusals */
async function race<T>(calls: (() => Promise<T>)[]): Promise<Outcome<T>> {
  const outcomes = await Promise.all(calls.map(insist));
  const outcome: Outcome<T> = { done: [], refused: [] };
  for (const one of outcomes) {
    if (one.status === 'fulfilled') outcome.done.push(one.value);
    else outcome.refused.push(one.reason instanceof AppError ? one.reason.code : String(one.reason));
  }
  return outcome;
}

const idsOf = (outcomes: LinkOutcome[]): Set<string | undefined> => new Set(outcomes.map(({ couple }) => couple?._id));

const expectOnly = (codes: string[], allowed: string[]): void =>
  expect(codes.filter((code) => !allowed.includes(code))).toEqual([]);

/** Expects partner(a) = b if and only if partner(b) = a. */
async function expectConsistent(people: TestUser[]): Promise<void> {
  for (const person of people) {
    const { partner } = await person.call(getPartnerStatus, {});
    const other = people.find(({ id }) => id === partner?._id);
    expect(Boolean(partner)).toBe(Boolean(other));
    if (other) expect(await other.call(getPartnerStatus, {})).toMatchObject({ partner: { _id: person.id } });
  }
}

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
});

describe('concurrent opposite calls', () => {
  it('either link or cancel for accept and cancel', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [await pairing.person(), await pairing.person()];
      const id = await ask(a, b);
      const [accepted, cancelled] = await Promise.allSettled([
        b.call(respondToRequest, { id, action: 'accept' }),
        a.call(cancelRequest, { id }),
      ]);
      expect([accepted.status, cancelled.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await pairing.activeCouples(a, b)).toBe(accepted.status === 'fulfilled' ? 1 : 0);
      expect(await b.call(listReceivedRequests, {})).toEqual([]);
      await expectConsistent([a, b]);
    }
  });

  it('either link or reject for accept and reject', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [await pairing.person(), await pairing.person()];
      const id = await ask(a, b);
      const { done, refused } = await race([
        () => b.call(respondToRequest, { id, action: 'accept' }),
        () => b.call(respondToRequest, { id, action: 'reject' }),
      ]);
      expect(done).toHaveLength(1);
      expect(refused).toEqual(['REQUEST_NOT_FOUND']);
      expect(await pairing.activeCouples(a, b)).toBe(done[0]?.couple ? 1 : 0);
    }
  });

  it('stay consistent for unlink and accept', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b, c] = [await pairing.person(), await pairing.person(), await pairing.person()];
      const id = await ask(c, b);
      await b.call(linkPartner, { partnerIdentifier: (await a.call(createInvite, {})).code });
      // The link cancelled the third person's request: a new one is refused until the unlink.
      const { refused } = await race<unknown>([
        () => a.call(unlinkPartner, {}),
        () => c.call(sendPartnerRequest, { receiverId: b.id }),
        () => b.call(respondToRequest, { id, action: 'accept' }),
        () => b.call(unlinkPartner, {}),
        () => b.call(sendPartnerRequest, { receiverId: c.id }),
      ]);
      expectOnly(refused, ['NOT_LINKED', 'ALREADY_LINKED', 'SELF_ALREADY_LINKED', 'REQUEST_NOT_FOUND']);
      expect(await pairing.activeCouples(a)).toBe(0);
      await expectConsistent([a, b, c]);
    }
  });

  it('leave no couple for block and accept', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [await pairing.person(), await pairing.person()];
      const id = await ask(a, b);
      const { refused } = await race<unknown>([
        () => b.call(respondToRequest, { id, action: 'accept' }),
        () => a.call(blockPerson, { userId: b.id }),
      ]);
      expectOnly(refused, ['REQUEST_NOT_FOUND']);
      expect(await pairing.activeCouples(a, b)).toBe(0);
      expect(await b.refusal(sendPartnerRequest, { receiverId: a.id })).toMatchObject({ code: 'USER_NOT_FOUND' });
    }
  });

  it('stay consistent for random calls of a crowd', async () => {
    const crowd = await pairing.people(8);
    const any = (i: number): TestUser => crowd[i % crowd.length] ?? pairing.stranger();
    for (let wave = 0; wave < ROUNDS; wave += 1) {
      const calls = Array.from({ length: 20 }, (_, i) => {
        const [from, to] = [any(wave * 5 + i * 7), any(wave + i * 3 + 1)];
        if (i % 5 === 4) return () => from.call(unlinkPartner, {});
        return () => from.call(sendPartnerRequest, { receiverId: to.id });
      });
      const { refused } = await race<unknown>(calls);
      expectOnly(refused, [
        'CANNOT_LINK_SELF',
        'ALREADY_LINKED',
        'SELF_ALREADY_LINKED',
        'NOT_LINKED',
        'TOO_MANY_REQUESTS_OPEN',
      ]);
      await expectConsistent(crowd);
    }
  });

  it('cause no deadlock in the database', async () => {
    expect(
      await pairing.rows('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()'),
    ).toEqual([{ deadlocks: 0 }]);
  });
});

describe('an act that notifies the partner', () => {
  /** Links Ada with another person while her `act` waits for her row. @returns the code of its refusal */
  async function actWhileRelinked(act: (ada: TestUser) => Promise<unknown>, ada: TestUser, next: TestUser) {
    const database = pairing.app.get(DataSource);
    const { refusal } = await database.transaction(async (tx) => {
      const [holder] = await tx.query<{ pid: number }[]>(
        'SELECT pg_backend_pid() AS pid FROM people WHERE id = $1 FOR UPDATE',
        [ada.id],
      );
      const outcome = act(ada).then(
        () => null,
        (cause: unknown) => (cause instanceof AppError ? cause.code : String(cause)),
      );
      await eventually(
        async () =>
          expect(
            await pairing.rows('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [holder?.pid]),
          ).toHaveLength(1),
        1_500,
      );
      await tx.query(
        `WITH ended AS (
           UPDATE couple_members SET active = false
           WHERE couple_id = (SELECT couple_id FROM couple_members WHERE user_id = $1 AND active) RETURNING couple_id
         )
         UPDATE couples SET ended_at = now() WHERE id IN (SELECT couple_id FROM ended)`,
        [ada.id],
      );
      await tx.query(
        `WITH made AS (INSERT INTO couples (id, linked_at, version) VALUES (gen_random_uuid(), now(), 1) RETURNING id)
         INSERT INTO couple_members SELECT made.id, member, true FROM made, unnest($1::uuid[]) member`,
        [[ada.id, next.id]],
      );
      return { refusal: outcome };
    });
    return refusal;
  }

  it.each<[string, (ada: TestUser) => Promise<unknown>]>([
    ['nudge', (ada) => ada.call(sendNudge, { kind: 'miss' })],
    ['mood', (ada) => ada.call(setMood, { mood: 'calm' })],
  ])('(%s) reaches no person whom it has not locked, after a relink meanwhile', async (_, act) => {
    const [[ada], next] = [await pairing.couple(), await pairing.person()];
    expect(await actWhileRelinked(act, ada, next)).toBe('UNAVAILABLE');
    expect((await next.call(listNotifications, {})).notifications).toEqual([]);
    await act(ada);
    expect((await next.call(listNotifications, {})).notifications).toHaveLength(1);
  });
});
