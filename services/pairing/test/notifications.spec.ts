import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  type NotificationView,
  ReadNotificationsDto,
  TEXTS,
  blockPerson,
  cancelRequest,
  createInvite,
  linkPartner,
  listNotifications,
  listReceivedRequests,
  noticeIssued,
  notificationCreated,
  personSettled,
  readNotifications,
  respondToRequest,
  restitutionReady,
  sendPartnerRequest,
  unlinkPartner,
  userDeleted,
  userProfileChanged,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
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

const link = async (a: TestUser, b: TestUser) => b.call(respondToRequest, { id: await ask(a, b), action: 'accept' });

const notices = async (of: TestUser): Promise<NotificationView[]> =>
  (await of.call(listNotifications, {})).notifications;

const messages = async (of: TestUser): Promise<string[]> => (await notices(of)).map(({ message }) => message);

const unread = async (of: TestUser): Promise<number> => (await of.call(listNotifications, {})).unread;

const personNamed = (firstName: string) => pairing.person({ firstName });

describe('the notice of a restitution', () => {
  it('is stored once, names nobody and leads to Settings', async () => {
    const ada = await personNamed('Ada');
    const restitutionId = randomUUID();
    for (const userId of [ada.id, ada.id, randomUUID()])
      await pairing.bus.publish(restitutionReady, userId, { restitutionId, userId });
    const marker = randomUUID();
    await pairing.bus.publish(restitutionReady, ada.id, { restitutionId: marker, userId: ada.id });
    await eventually(async () =>
      expect((await notices(ada)).map(({ entity }) => entity?.id)).toEqual([marker, restitutionId]),
    );
    const [notice] = await notices(ada);
    expect(notice).toMatchObject({ message: TEXTS.notice.restitutionReady, link: '/settings' });
  });
});

describe('a notification', () => {
  it('of a request is stored for and pushed to the receiver only', async () => {
    const [ada, bob] = [await personNamed('Ada'), await personNamed('Bob')];
    const id = await ask(ada, bob);
    const { notifications, unread: count } = await bob.call(listNotifications, {});
    expect(notifications).toEqual([
      {
        id: expect.any(String),
        type: 'info',
        message: 'Ada would like to be your partner',
        words: { kind: 'request_received', name: 'Ada' },
        timestamp: expect.any(String),
        link: '/dashboard',
        entity: { type: 'partner_request', id },
        readAt: null,
      },
    ]);
    expect(count).toBe(1);
    expect(await notices(ada)).toEqual([]);
    await eventually(() =>
      expect(pairing.bus.live(notificationCreated)).toContainEqual({ userId: bob.id, notification: notifications[0] }),
    );
  });

  it('of an accepted request reaches the sender, and the receiver’s one is marked as read', async () => {
    const [ada, bob] = [await personNamed('Ada'), await personNamed('Bob')];
    const { couple } = await link(ada, bob);
    expect(await notices(ada)).toMatchObject([
      {
        type: 'success',
        message: TEXTS.toast.partnerLinked('Bob'),
        link: '/chat',
        entity: { type: 'couple', id: couple?._id },
        readAt: null,
      },
    ]);
    expect(await notices(bob)).toMatchObject([{ readAt: expect.any(String) }]);
    expect(await unread(bob)).toBe(0);
  });

  it('of a redeemed invite reaches its issuer', async () => {
    const [ada, bob] = [await personNamed('Ada'), await personNamed('Bob')];
    const { code } = await ada.call(createInvite, {});
    await bob.call(linkPartner, { partnerIdentifier: code });
    expect(await messages(ada)).toEqual([TEXTS.toast.partnerLinked('Bob')]);
    expect(await messages(bob)).toEqual([]);
  });

  it('is not added for a declined request, and is marked as read for a cancelled one', async () => {
    const [ada, bob, cyd] = [await personNamed('Ada'), await personNamed('Bob'), await personNamed('Cyd')];
    await bob.call(respondToRequest, { id: await ask(ada, bob), action: 'reject' });
    expect(await notices(ada)).toEqual([]);
    await cyd.call(cancelRequest, { id: await ask(cyd, bob) });
    expect(await unread(bob)).toBe(0);
  });

  it.each(['cancelled', 'rejected'] as const)(
    'is added for a request that was %s and is sent again after a day, and not before',
    async (how) => {
      const [ada, bob] = [await personNamed('Ada'), await personNamed('Bob')];
      const mails = async () =>
        (await pairing.bus.events(noticeIssued)).filter(
          ({ notice, userId }) => userId === bob.id && notice === 'request_received',
        );
      const askAndClose = async (): Promise<string> => {
        const id = await ask(ada, bob);
        if (how === 'cancelled') await ada.call(cancelRequest, { id });
        else await bob.call(respondToRequest, { id, action: 'reject' });
        return id;
      };
      const first = await askAndClose();
      await askAndClose();
      await ask(ada, bob);
      expect(await bob.call(listReceivedRequests, {})).toHaveLength(1);
      expect([(await notices(bob)).length, await unread(bob)]).toEqual([1, 0]);
      await askAndClose();
      await pairing.rows(
        `UPDATE partner_requests SET closed_at = closed_at - interval '1 day' WHERE sender_id = $1 AND closed_at IS NOT NULL`,
        [ada.id],
      );
      const id = await ask(ada, bob);
      expect((await notices(bob)).map(({ entity }) => entity?.id)).toEqual([id, first]);
      await eventually(async () => expect(await mails()).toHaveLength(2));
      // A request of the other person is news.
      await ada.call(cancelRequest, { id });
      await ask(bob, ada);
      expect(await unread(ada)).toBe(1);
    },
  );

  it.each(['unlink', 'block'] as const)('of an end by %s is neutral and reaches only the partner', async (way) => {
    const [ada, bob] = [await personNamed('Ada'), await personNamed('Bob')];
    await link(ada, bob);
    const before = await messages(ada);
    if (way === 'unlink') await ada.call(unlinkPartner, {});
    else await ada.call(blockPerson, { userId: bob.id });
    expect((await notices(bob))[0]).toMatchObject({
      type: 'info',
      message: 'You and Ada are no longer linked',
      readAt: null,
    });
    expect(await messages(ada)).toEqual(before);
  });

  it('does not keep the name of a deleted account, nor anything of it', async () => {
    const [ada, bob] = [await personNamed('Adalgisa'), await personNamed('Bob')];
    await link(ada, bob);
    await pairing.bus.publish(userDeleted, ada.id, { userId: ada.id });
    await eventually(async () =>
      expect((await messages(bob))[0]).toBe(`You and ${TEXTS.deletedPerson} are no longer linked`),
    );
    expect(JSON.stringify(await notices(bob))).not.toContain('Adalgisa');
    expect(await pairing.rows('SELECT 1 FROM notifications WHERE user_id = $1 OR about_id = $1', [ada.id])).toEqual([]);
  });

  it('is not added by a failed change', async () => {
    const [ada, bob, cyd] = [await personNamed('Ada'), await personNamed('Bob'), await personNamed('Cyd')];
    const id = await ask(ada, bob);
    await link(ada, cyd);
    expect((await bob.refusal(respondToRequest, { id, action: 'accept' })).code).toBe('REQUEST_NOT_FOUND');
    expect(await messages(ada)).toEqual([TEXTS.toast.partnerLinked('Cyd')]);
  });
});

describe('a person who turned a category off', () => {
  it('gets no new notifications, keeps older ones, and still gets the event for pushes and mails', async () => {
    const [ada, bob, cyd] = [await personNamed('Ada'), await personNamed('Bob'), await personNamed('Cyd')];
    await ask(cyd, bob);
    await pairing.bus.publish(userProfileChanged, bob.id, { ...bob.snapshot, unlisted: ['partner'], version: 2 });
    await pairing.bus.call(personSettled, { userId: bob.id, version: 2 });
    await ask(ada, bob);
    expect(await messages(bob)).toEqual(['Cyd would like to be your partner']);
    await eventually(async () => {
      const issued = (await pairing.bus.events(noticeIssued)).filter(({ userId }) => userId === bob.id);
      expect(issued).toMatchObject([
        { userId: bob.id, notice: 'request_received', aboutId: cyd.id },
        { userId: bob.id, notice: 'request_received', aboutId: ada.id },
      ]);
    });
    expect(pairing.bus.live(notificationCreated).filter(({ userId }) => userId === bob.id)).toHaveLength(1);
  });

  it('still gets notifications of other categories', async () => {
    const [ada, bob] = [await personNamed('Ada'), await pairing.person({ unlisted: ['messages', 'reminders'] })];
    await ask(ada, bob);
    expect(await messages(bob)).toHaveLength(1);
  });
});

describe('marking as read', () => {
  it('marks some or all once, and returns the number of unread ones', async () => {
    const bob = await personNamed('Bob');
    const askers = await pairing.people(3);
    for (const asker of askers) await ask(asker, bob);
    const [newest, second] = await notices(bob);
    if (!newest || !second) throw new Error('no notifications');
    expect(await bob.call(readNotifications, { ids: [newest.id] })).toEqual({ unread: 2 });
    const readAt = (await notices(bob))[0]?.readAt;
    expect(await bob.call(readNotifications, { ids: [newest.id, second.id] })).toEqual({ unread: 1 });
    expect((await notices(bob))[0]?.readAt).toBe(readAt);
    expect(await bob.call(readNotifications, { all: true })).toEqual({ unread: 0 });
    expect(await bob.call(listNotifications, { limit: 2 })).toMatchObject({
      notifications: [{ id: newest.id }, { id: second.id }],
      unread: 0,
    });
  });

  it("does not touch another person's notifications", async () => {
    const [ada, bob, eve] = [await personNamed('Ada'), await personNamed('Bob'), await personNamed('Eve')];
    await ask(ada, bob);
    const ids = (await notices(bob)).map(({ id }) => id);
    expect(await eve.call(readNotifications, { ids })).toEqual({ unread: 0 });
    expect(await eve.call(readNotifications, { all: true })).toEqual({ unread: 0 });
    expect(await unread(bob)).toBe(1);
    expect((await pairing.bus.refusal(listNotifications, {})).code).toBe('UNAUTHENTICATED');
  });

  it.each([
    [{}],
    [{ ids: [] }],
    [{ ids: ['x'] }],
    [{ all: false }],
    [{ all: true, ids: ['x'] }],
    [{ ids: Array.from({ length: 51 }, () => crypto.randomUUID()) }],
  ])('rejects %j', async (input) => {
    const bob = await pairing.person();
    expect((await bob.refusal(readNotifications, Object.assign(new ReadNotificationsDto(), input))).code).toBe(
      'VALIDATION_FAILED',
    );
  });

  it.each([0, 51, 1.5])('rejects a limit of %d', async (limit) => {
    expect((await (await pairing.person()).refusal(listNotifications, { limit })).code).toBe('VALIDATION_FAILED');
  });
});

describe('the latest fifty notifications', () => {
  it('are kept, newest first, also when twenty at a time arrive on both replicas', async () => {
    const bob = await personNamed('Bob');
    const askers: TestUser[] = [];
    while (askers.length < LIMITS.notificationsKept + 10) {
      const wave = await pairing.people(20);
      // They wait for each other, and one that waits too long is refused; a client asks again.
      await Promise.all(wave.map((asker) => eventually(() => ask(asker, bob))));
      askers.push(...wave);
    }
    const listed = await notices(bob);
    expect(listed).toHaveLength(LIMITS.notificationsKept);
    expect(await pairing.rows('SELECT 1 FROM notifications WHERE user_id = $1', [bob.id])).toHaveLength(
      LIMITS.notificationsKept,
    );
    const pushed = await eventually(() => {
      const forBob = pairing.bus.live(notificationCreated).filter(({ userId }) => userId === bob.id);
      expect(forBob).toHaveLength(askers.length);
      return forBob;
    });
    const newest = pushed
      .map(({ notification }) => notification)
      .toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp));
    expect(listed.map(({ timestamp }) => timestamp)).toEqual(
      newest.slice(0, LIMITS.notificationsKept).map(({ timestamp }) => timestamp),
    );
    const late = await personNamed('Late');
    await ask(late, bob);
    expect((await messages(bob))[0]).toBe('Late would like to be your partner');
    expect(await notices(bob)).toHaveLength(LIMITS.notificationsKept);
  });
});
