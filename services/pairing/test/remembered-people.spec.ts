import * as contracts from '@duet/contracts';
import {
  type PersonSnapshot,
  type RpcDefinition,
  avatarPath,
  blockPerson,
  listBlocked,
  listNotifications,
  listReceivedRequests,
  listSentRequests,
  personSettled,
  picturesInUse,
  respondToRequest,
  searchPeople,
  sendPartnerRequest,
  unblockPerson,
  unlinkPartner,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { randomBytes } from 'node:crypto';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const isRead = (value: unknown): value is RpcDefinition<object, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  /^pairing\..*\.(status|search|list[\w-]*|get|records|today|history)$/.test(String(Reflect.get(value, 'subject'))) &&
  Reflect.get(value, 'access') === 'user';

/** Every read-only call of pairing. */
const READS = Object.values(contracts as Record<string, unknown>).filter(isRead);

const AVATAR = '/api/media/avatars/fedcba9876543210fedcba9876543210/512.webp';

/** A unique first name. */
const uniqueName = (): string => `Before${randomBytes(4).toString('hex')}`;

/** Gives the person other names and another picture. */
async function rename(person: TestUser): Promise<PersonSnapshot> {
  const firstName = person.snapshot.firstName.replace('Before', 'Changed');
  const event: PersonSnapshot = {
    ...person.snapshot,
    firstName,
    lastName: 'Utterly',
    username: `new_${person.snapshot.username}`,
    avatar: AVATAR,
    version: person.snapshot.version + 1,
  };
  await pairing.bus.publish(userProfileChanged, person.id, event);
  await pairing.bus.call(personSettled, { userId: person.id, version: event.version });
  return event;
}

/** The answers of all read-only calls, with these names as search texts. */
async function readEverything(viewer: TestUser, names: string[]): Promise<string[]> {
  const inputs = (definition: RpcDefinition<object, unknown>): object[] =>
    definition.subject === searchPeople.subject ? names.map((q) => ({ q })) : [{}];
  const answers = READS.flatMap((definition) =>
    inputs(definition).map(async (input) => {
      const answer = await viewer
        .call(definition, input)
        .catch(() => viewer.refusal(definition, input).then((refusal) => refusal.code));
      return `${definition.subject} ${JSON.stringify(input)} ${JSON.stringify(answer)}`;
    }),
  );
  return Promise.all(answers);
}

const ask = async (from: TestUser, to: TestUser): Promise<string> => {
  const { request } = await from.call(sendPartnerRequest, { receiverId: to.id });
  if (!request) throw new Error('no request was made');
  return request.id;
};

/** Every way in which a relationship between viewer and other can end. */
const ENDINGS: Record<string, (viewer: TestUser, other: TestUser) => Promise<unknown>> = {
  'the viewer unlinked': async (viewer, other) => {
    await pairing.link(viewer, other);
    await viewer.call(unlinkPartner, {});
  },
  'the other person unlinked': async (viewer, other) => {
    await pairing.link(viewer, other);
    await other.call(unlinkPartner, {});
  },
  'the viewer blocked a search hit': (viewer, other) => viewer.call(blockPerson, { userId: other.id }),
  'the viewer blocked the partner': async (viewer, other) => {
    await pairing.link(viewer, other);
    await viewer.call(blockPerson, { userId: other.id });
  },
  'the partner blocked the viewer': async (viewer, other) => {
    await pairing.link(viewer, other);
    await other.call(blockPerson, { userId: viewer.id });
  },
  'the viewer declined a request': async (viewer, other) => {
    await viewer.call(respondToRequest, { id: await ask(other, viewer), action: 'reject' });
  },
  'the viewer linked with another person': async (viewer, other) => {
    await ask(other, viewer);
    await pairing.link(viewer, await pairing.person());
  },
};

describe('a profile that changes after a relationship has ended', () => {
  it('is checked in every read-only call', () => {
    expect(READS).toEqual(
      expect.arrayContaining([listBlocked, listNotifications, listReceivedRequests, listSentRequests, searchPeople]),
    );
  });

  it.each(Object.keys(ENDINGS))('stays hidden when %s', async (ending) => {
    const firstName = uniqueName();
    const [viewer, other] = [await pairing.person(), await pairing.person({ firstName, lastName: 'Then' })];
    await ENDINGS[ending]?.(viewer, other);
    const names = [
      firstName,
      other.snapshot.username,
      `new_${other.snapshot.username}`,
      firstName.replace('Before', 'Changed'),
    ];
    const before = await readEverything(viewer, names);
    expect(before.join('\n')).toContain(firstName);
    await rename(other);
    expect(await readEverything(viewer, names)).toEqual(before);
  });

  it('keeps the former picture in use until no viewer remembers it', async () => {
    const key = randomBytes(16).toString('hex');
    const [viewer, other] = [await pairing.person(), await pairing.person({ avatar: avatarPath(key) })];
    const inUse = async (): Promise<string[]> =>
      (await pairing.bus.call(picturesInUse, { keys: [key, '0'.repeat(32)], userIds: [other.id] })).keys;
    expect(await inUse()).toEqual([key]);
    await viewer.call(blockPerson, { userId: other.id });
    await rename(other);
    expect(await inUse()).toEqual([key]);
    expect(await viewer.call(listBlocked, {})).toMatchObject([{ avatar: avatarPath(key) }]);
    await viewer.call(unblockPerson, { userId: other.id });
    expect(await inUse()).toEqual([]);
  });

  it('is visible again once the two are linked again', async () => {
    const [viewer, other] = [await pairing.person(), await pairing.person({ firstName: uniqueName() })];
    await pairing.link(viewer, other);
    await other.call(unlinkPartner, {});
    await rename(other);
    await pairing.link(other, viewer);
    expect(
      (await viewer.call(listNotifications, {})).notifications.map(({ message }) => message).join('\n'),
    ).not.toContain('Before');
  });

  it('is visible to the receiver of a request, but not to an ex-partner who sends one', async () => {
    const [viewer, other] = [await pairing.person(), await pairing.person()];
    await pairing.link(viewer, other);
    await viewer.call(unlinkPartner, {});
    const [mine, theirs] = [await rename(viewer), other.snapshot];
    await rename(other);
    await ask(viewer, other);
    expect(await viewer.call(listSentRequests, {})).toMatchObject([{ receiver: { username: theirs.username } }]);
    expect(await other.call(listReceivedRequests, {})).toMatchObject([{ sender: { username: mine.username } }]);
  });

  it('leaves no trace once the account is deleted', async () => {
    const [viewer, other] = [await pairing.person(), await pairing.person({ firstName: uniqueName() })];
    await pairing.link(viewer, other);
    await viewer.call(blockPerson, { userId: other.id });
    await pairing.bus.publish(userDeleted, other.id, { userId: other.id });
    await eventually(async () => expect(await viewer.call(listBlocked, {})).toEqual([]));
    expect((await readEverything(viewer, [])).join('\n')).not.toContain('Before');
    expect(
      await pairing.rows('SELECT 1 FROM remembered_people WHERE person_id = $1 OR viewer_id = $1', [other.id]),
    ).toEqual([]);
  });
});

describe('a person without a relationship to the caller', () => {
  /** Expects the same refusals for the person as for an unknown id. */
  async function expectUnknown(caller: TestUser, person: TestUser): Promise<void> {
    const unknown = pairing.stranger();
    for (const [definition, input] of [
      [blockPerson, (userId: string) => ({ userId })],
      [sendPartnerRequest, (receiverId: string) => ({ receiverId })],
    ] as const) {
      const missing = await caller.refusal(definition as RpcDefinition<object, unknown>, input(unknown.id));
      expect(
        (await caller.refusal(definition as RpcDefinition<object, unknown>, input(person.id))).toFailure(),
      ).toEqual(missing.toFailure());
      expect(missing.code).toBe('USER_NOT_FOUND');
    }
  }

  it('looks unknown when they do not want to be found', async () => {
    await expectUnknown(await pairing.person(), await pairing.person({ findable: 'nobody' }));
  });

  it('looks unknown until the caller types their exact username, and again after it changed', async () => {
    const [caller, person] = [await pairing.person(), await pairing.person({ findable: 'username' })];
    await expectUnknown(caller, person);
    await caller.call(searchPeople, { q: person.snapshot.username.slice(0, -1) });
    await expectUnknown(caller, person);
    expect(await caller.call(searchPeople, { q: person.snapshot.username })).toMatchObject([{ _id: person.id }]);
    await caller.call(blockPerson, { userId: person.id });
    await caller.call(unblockPerson, { userId: person.id });
    await rename(person);
    await expectUnknown(caller, person);
  });

  it('looks unknown as an ex-partner after 30 days', async () => {
    const [caller, person] = await pairing.couple();
    await caller.call(unlinkPartner, {});
    await pairing.bus.publish(userProfileChanged, person.id, {
      ...person.snapshot,
      findable: 'nobody',
      version: person.snapshot.version + 1,
    });
    await pairing.bus.call(personSettled, { userId: person.id, version: person.snapshot.version + 1 });
    await pairing.rows('DELETE FROM notifications WHERE user_id = $1', [caller.id]);
    await pairing.rows(
      `UPDATE couples SET ended_at = now() - interval '31 days' WHERE id IN (SELECT couple_id FROM couple_members WHERE user_id = $1)`,
      [caller.id],
    );
    await expectUnknown(caller, person);
    await pairing.sweep();
    expect(await pairing.rows('SELECT 1 FROM remembered_people WHERE viewer_id = $1', [caller.id])).toEqual([]);
  });

  it('is no ex-partner, sender, person named by a notification or blocked person: these can be blocked', async () => {
    const viewer = await pairing.person();
    const people = await pairing.people(3, { findable: 'nobody' });
    const [former, sender, declined] = people as [TestUser, TestUser, TestUser];
    await pairing.link(former, viewer);
    await viewer.call(unlinkPartner, {});
    await viewer.call(respondToRequest, { id: await ask(declined, viewer), action: 'reject' });
    await ask(sender, viewer);
    for (const person of people) {
      expect(await viewer.call(blockPerson, { userId: person.id })).toMatchObject({ person: { _id: person.id } });
      expect(await viewer.call(blockPerson, { userId: person.id })).toMatchObject({ person: { _id: person.id } });
    }
  });
});
