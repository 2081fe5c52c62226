import {
  blockPerson,
  cancelRequest,
  createInvite,
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
import { ROUNDS, ask, expectConsistent, expectOnly, race } from './race-calls.js';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

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
