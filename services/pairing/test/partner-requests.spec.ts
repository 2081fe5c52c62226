import {
  TEXTS,
  cancelRequest,
  coupleLinked,
  createInvite,
  getPartnerStatus,
  linkPartner,
  listReceivedRequests,
  listSentRequests,
  requestClosed,
  requestSent,
  respondToRequest,
  sendPartnerRequest,
  unlinkPartner,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { ask, linkUp } from './request-calls.js';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const makeOlder: RunningPairing['makeOlder'] = (...given) => pairing.makeOlder(...given);

const personOf = ({ snapshot }: TestUser) => ({
  _id: snapshot._id,
  id: snapshot._id,
  firstName: snapshot.firstName,
  lastName: snapshot.lastName,
  fullName: `${snapshot.firstName} ${snapshot.lastName}`,
  username: snapshot.username,
  avatar: snapshot.avatar,
});

describe('a partner request', () => {
  it('is visible to both, counted for the receiver, and pushed live', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person({ firstName: 'Bob' })];
    const outcome = await ada.call(sendPartnerRequest, { receiverId: bob.id, message: '  It is me  ' });
    expect(outcome).toMatchObject({
      partner: null,
      couple: null,
      request: { message: 'It is me', sender: personOf(ada), receiver: personOf(bob) },
    });
    const view = outcome.request;
    expect(Date.parse(view?.expiresAt ?? '') - Date.parse(view?.createdAt ?? '')).toBe(30 * 24 * 3600 * 1000);
    expect(await bob.call(listReceivedRequests, {})).toEqual([view]);
    expect(await ada.call(listSentRequests, {})).toEqual([view]);
    expect(await ada.call(listReceivedRequests, {})).toEqual([]);
    expect(await bob.call(getPartnerStatus, {})).toEqual({
      hasPartner: false,
      partner: null,
      couple: null,
      nickname: null,
      pendingRequests: 1,
    });
    expect(JSON.stringify([view])).not.toContain(bob.snapshot.email);
    const event = { requestId: view?.id, senderId: ada.id, receiverId: bob.id, senderFirstName: 'Ada' };
    await eventually(() => expect(pairing.bus.live(requestSent)).toContainEqual(event));
  });

  it('exists once per pair', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    expect(await ask(ada, bob, 'again')).toBe(id);
    expect(await bob.call(listReceivedRequests, {})).toHaveLength(1);
  });

  it('accepts the other person’s open request', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    await ask(ada, bob);
    const outcome = await bob.call(sendPartnerRequest, { receiverId: ada.id });
    expect(outcome).toMatchObject({ partner: { _id: ada.id, email: ada.snapshot.email }, request: null });
    expect(await ada.call(getPartnerStatus, {})).toMatchObject({
      hasPartner: true,
      partner: { _id: bob.id, email: bob.snapshot.email },
      couple: outcome.couple,
    });
    expect(await ada.call(listSentRequests, {})).toEqual([]);
  });

  it('is refused to oneself and unknown people, and to and by linked people', async () => {
    const [ada, bob, cyd] = [await pairing.person(), await pairing.person(), await pairing.person()];
    expect(await ada.refusal(sendPartnerRequest, { receiverId: ada.id })).toMatchObject({
      code: 'CANNOT_LINK_SELF',
      status: 400,
    });
    expect(await ada.refusal(sendPartnerRequest, { receiverId: pairing.stranger().id })).toMatchObject({
      code: 'USER_NOT_FOUND',
    });
    await linkUp(ada, bob);
    const taken = await cyd.refusal(sendPartnerRequest, { receiverId: ada.id });
    expect(taken).toMatchObject({ code: 'ALREADY_LINKED', status: 409, message: 'This user already has a partner' });
    expect(await ada.refusal(sendPartnerRequest, { receiverId: cyd.id })).toMatchObject({
      code: 'SELF_ALREADY_LINKED',
      status: 409,
    });
  });

  it('has a message of at most 200 characters', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const refused = await ada.refusal(sendPartnerRequest, { receiverId: bob.id, message: '😀'.repeat(201) });
    const message = TEXTS.requestMessageTooLong;
    expect(refused.errors).toEqual([{ field: 'message', code: 'REQUEST_MESSAGE_TOO_LONG', message }]);
    await ask(ada, bob, '😀'.repeat(200));
  });

  it('is limited to ten open ones per sender', async () => {
    const ada = await pairing.person();
    const others = await pairing.people(11);
    const ids = await Promise.all(others.slice(0, 10).map((other) => ask(ada, other)));
    const receiverId = others[10]?.id ?? '';
    expect(await ada.refusal(sendPartnerRequest, { receiverId })).toMatchObject({
      code: 'TOO_MANY_REQUESTS_OPEN',
      status: 409,
    });
    await ada.call(cancelRequest, { id: ids[0] ?? '' });
    expect(await ada.call(sendPartnerRequest, { receiverId })).toMatchObject({
      request: { receiver: { _id: receiverId } },
    });
  });

  it('expires after 30 days for every call, even before the sweeper runs', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    await makeOlder('partner_requests', 'created_at', id, '30 days 1 second');
    expect(await bob.call(listReceivedRequests, {})).toEqual([]);
    expect(await ada.call(listSentRequests, {})).toEqual([]);
    expect(await bob.call(getPartnerStatus, {})).toMatchObject({ pendingRequests: 0 });
    expect(await bob.refusal(respondToRequest, { id, action: 'accept' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect(await bob.refusal(respondToRequest, { id, action: 'reject' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect(await ada.refusal(cancelRequest, { id })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    const again = await bob.call(sendPartnerRequest, { receiverId: ada.id });
    expect(again).toMatchObject({ partner: null, request: { sender: { _id: bob.id } } });
  });

  it('is unavailable until the event of a new account is consumed', async () => {
    const [newcomer, bob] = [pairing.stranger(), await pairing.person()];
    expect(await newcomer.call(getPartnerStatus, {})).toMatchObject({ hasPartner: false, pendingRequests: 0 });
    expect(await newcomer.call(listReceivedRequests, {})).toEqual([]);
    expect(await newcomer.refusal(sendPartnerRequest, { receiverId: bob.id })).toMatchObject({
      code: 'UNAVAILABLE',
      status: 503,
    });
    expect(await newcomer.refusal(createInvite, {})).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('an answer to a request', () => {
  it('links, publishes, pushes, and closes every other request and invite of both', async () => {
    const [ada, bob, cyd, dan] = [
      await pairing.person(),
      await pairing.person({ disappearingDefault: 86_400, linkPreviews: false, lastSeen: false }),
      await pairing.person(),
      await pairing.person(),
    ];
    const { code } = await ada.call(createInvite, {});
    const [wanted, fromCyd, toDan] = [await ask(ada, bob), await ask(cyd, bob), await ask(ada, dan)];
    const outcome = await bob.call(respondToRequest, { id: wanted, action: 'accept' });
    expect(outcome).toMatchObject({
      partner: { ...personOf(ada), email: ada.snapshot.email },
      couple: { version: 1, timezone: 'UTC' },
      request: null,
    });
    expect(outcome.couple?.chatId).toBe(outcome.couple?._id);
    const event = await eventually(async () => {
      const found = (await pairing.bus.events(coupleLinked)).find(({ coupleId }) => coupleId === outcome.couple?._id);
      if (!found) throw new Error('no event');
      return found;
    });
    expect(event).toMatchObject({ linkedAt: outcome.couple?.linkedAt, version: 1 });
    expect(event.members).toEqual(expect.arrayContaining([ada.snapshot, bob.snapshot]));
    await eventually(() => {
      expect(pairing.bus.live(coupleLinked)).toContainEqual(event);
      const closed = pairing.bus.live(requestClosed).map(({ requestId }) => requestId);
      expect(closed).toEqual(expect.arrayContaining([wanted, fromCyd, toDan]));
    });
    expect(await cyd.call(listSentRequests, {})).toEqual([]);
    expect(await dan.call(listReceivedRequests, {})).toEqual([]);
    expect(
      await pairing.rows('SELECT id, status FROM partner_requests WHERE id = ANY($1) ORDER BY id', [
        [wanted, fromCyd, toDan],
      ]),
    ).toEqual([
      { id: wanted, status: 'accepted' },
      { id: fromCyd, status: 'cancelled' },
      { id: toDan, status: 'cancelled' },
    ]);
    expect(await dan.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
  });

  it('returns the same couple when repeated, until that has ended', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    const first = await bob.call(respondToRequest, { id, action: 'accept' });
    expect(await bob.call(respondToRequest, { id, action: 'accept' })).toEqual(first);
    await ada.call(unlinkPartner, {});
    expect(await bob.refusal(respondToRequest, { id, action: 'accept' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
  });

  it('is accepted from the receiver only', async () => {
    const [ada, bob, eve] = [await pairing.person(), await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    for (const person of [ada, eve]) {
      expect(await person.refusal(respondToRequest, { id, action: 'accept' })).toMatchObject({
        code: 'REQUEST_NOT_FOUND',
        status: 404,
      });
      expect(await person.refusal(respondToRequest, { id, action: 'reject' })).toMatchObject({
        code: 'REQUEST_NOT_FOUND',
      });
    }
    for (const person of [bob, eve])
      expect(await person.refusal(cancelRequest, { id })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect(await bob.call(listReceivedRequests, {})).toHaveLength(1);
  });

  it('may reject the request, which can then be sent again', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    const none = { partner: null, couple: null, request: null };
    expect(await bob.call(respondToRequest, { id, action: 'reject' })).toEqual(none);
    expect(await bob.call(respondToRequest, { id, action: 'reject' })).toEqual(none);
    expect(await bob.refusal(respondToRequest, { id, action: 'accept' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect(await ada.call(listSentRequests, {})).toEqual([]);
    await eventually(() =>
      expect(pairing.bus.live(requestClosed)).toContainEqual(expect.objectContaining({ requestId: id })),
    );
    expect(await ask(ada, bob)).not.toBe(id);
  });

  it('is refused after the sender cancelled the request', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    await ada.call(cancelRequest, { id });
    await ada.call(cancelRequest, { id });
    expect(await bob.refusal(respondToRequest, { id, action: 'accept' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect(await bob.call(listReceivedRequests, {})).toEqual([]);
  });
});
