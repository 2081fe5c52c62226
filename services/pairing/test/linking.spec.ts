import {
  TEXTS, cancelRequest, coupleLinked, coupleUnlinked, createInvite, getPartnerStatus, linkPartner, listReceivedRequests, listSentRequests,
  lookUpInvite, requestClosed, requestSent, respondToRequest, sendPartnerRequest, unlinkPartner,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { RunningPairing, type Somebody } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const ask = async (from: Somebody, to: Somebody, message = 'hello'): Promise<string> => {
  const { request } = await from.call(sendPartnerRequest, { receiverId: to.id, message });
  if (!request) throw new Error('no request was made');
  return request.id;
};

const linkUp = async (a: Somebody, b: Somebody) => {
  const { couple } = await b.call(respondToRequest, { id: await ask(a, b), action: 'accept' });
  if (!couple) throw new Error('no couple was made');
  return couple;
};

const age = (table: string, column: string, id: string, interval: string) =>
  pairing.rows(`UPDATE ${table} SET ${column} = now() - $2::interval WHERE ${table === 'invites' ? 'code' : 'id'}::text = $1`, [id, interval]);

const personOf = ({ fact }: Somebody) => ({
  _id: fact._id,
  id: fact._id,
  firstName: fact.firstName,
  lastName: fact.lastName,
  fullName: `${fact.firstName} ${fact.lastName}`,
  username: fact.username,
  avatar: fact.avatar,
});

describe('a partner request', () => {
  it('is shown to both, counted for the receiver, and told to both live', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person({ firstName: 'Bob' })];
    const outcome = await ada.call(sendPartnerRequest, { receiverId: bob.id, message: '  It is me  ' });
    expect(outcome).toMatchObject({ partner: null, couple: null, request: { message: 'It is me', sender: personOf(ada), receiver: personOf(bob) } });
    const view = outcome.request;
    expect(Date.parse(view?.expiresAt ?? '') - Date.parse(view?.createdAt ?? '')).toBe(30 * 24 * 3600 * 1000);
    expect(await bob.call(listReceivedRequests, {})).toEqual([view]);
    expect(await ada.call(listSentRequests, {})).toEqual([view]);
    expect(await ada.call(listReceivedRequests, {})).toEqual([]);
    expect(await bob.call(getPartnerStatus, {})).toEqual({ hasPartner: false, partner: null, couple: null, nickname: null, pendingRequests: 1 });
    expect(JSON.stringify([view])).not.toContain(bob.fact.email);
    const fact = { requestId: view?.id, senderId: ada.id, receiverId: bob.id, senderFirstName: 'Ada' };
    await eventually(() => expect(pairing.bus.live(requestSent)).toContainEqual(fact));
  });

  it('is one per pair, whatever is asked again', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    expect(await ask(ada, bob, 'again')).toBe(id);
    expect(await bob.call(listReceivedRequests, {})).toHaveLength(1);
  });

  it('counts as an answer when the other has asked before', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    await ask(ada, bob);
    const outcome = await bob.call(sendPartnerRequest, { receiverId: ada.id });
    expect(outcome).toMatchObject({ partner: { _id: ada.id, email: ada.fact.email }, request: null });
    expect(await ada.call(getPartnerStatus, {})).toMatchObject({ hasPartner: true, partner: { _id: bob.id, email: bob.fact.email }, couple: outcome.couple });
    expect(await ada.call(listSentRequests, {})).toEqual([]);
  });

  it('is refused to oneself, to nobody, to linked people and by linked people', async () => {
    const [ada, bob, cyd] = [await pairing.person(), await pairing.person(), await pairing.person()];
    expect(await ada.refusal(sendPartnerRequest, { receiverId: ada.id })).toMatchObject({ code: 'CANNOT_LINK_SELF', status: 400 });
    expect(await ada.refusal(sendPartnerRequest, { receiverId: pairing.stranger().id })).toMatchObject({ code: 'USER_NOT_FOUND' });
    await linkUp(ada, bob);
    const taken = await cyd.refusal(sendPartnerRequest, { receiverId: ada.id });
    expect(taken).toMatchObject({ code: 'ALREADY_LINKED', status: 409, message: 'This user already has a partner' });
    expect(await ada.refusal(sendPartnerRequest, { receiverId: cyd.id })).toMatchObject({ code: 'SELF_ALREADY_LINKED', status: 409 });
  });

  it('says nothing longer than 200 characters', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const refused = await ada.refusal(sendPartnerRequest, { receiverId: bob.id, message: '😀'.repeat(201) });
    expect(refused.errors).toEqual([{ field: 'message', message: TEXTS.requestMessageTooLong }]);
    await ask(ada, bob, '😀'.repeat(200));
  });

  it('is open ten times per sender at most, and a closed one makes room', async () => {
    const ada = await pairing.person();
    const others = await pairing.people(11);
    const ids = await Promise.all(others.slice(0, 10).map((other) => ask(ada, other)));
    const receiverId = others[10]?.id ?? '';
    expect(await ada.refusal(sendPartnerRequest, { receiverId })).toMatchObject({ code: 'TOO_MANY_REQUESTS_OPEN', status: 409 });
    await ada.call(cancelRequest, { id: ids[0] ?? '' });
    expect(await ada.call(sendPartnerRequest, { receiverId })).toMatchObject({ request: { receiver: { _id: receiverId } } });
  });

  it('is too old after 30 days for every call, also before anybody has swept', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    await age('partner_requests', 'created_at', id, '30 days 1 second');
    expect(await bob.call(listReceivedRequests, {})).toEqual([]);
    expect(await ada.call(listSentRequests, {})).toEqual([]);
    expect(await bob.call(getPartnerStatus, {})).toMatchObject({ pendingRequests: 0 });
    expect(await bob.refusal(respondToRequest, { id, action: 'accept' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect(await bob.refusal(respondToRequest, { id, action: 'reject' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect(await ada.refusal(cancelRequest, { id })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    const again = await bob.call(sendPartnerRequest, { receiverId: ada.id });
    expect(again).toMatchObject({ partner: null, request: { sender: { _id: bob.id } } });
  });

  it('waits for an account whose fact is still under way', async () => {
    const [newcomer, bob] = [pairing.stranger(), await pairing.person()];
    expect(await newcomer.call(getPartnerStatus, {})).toMatchObject({ hasPartner: false, pendingRequests: 0 });
    expect(await newcomer.call(listReceivedRequests, {})).toEqual([]);
    expect(await newcomer.refusal(sendPartnerRequest, { receiverId: bob.id })).toMatchObject({ code: 'UNAVAILABLE', status: 503 });
    expect(await newcomer.refusal(createInvite, {})).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('an answer to a request', () => {
  it('links, tells a fact and both live, and ends every other request and invite of both', async () => {
    const [ada, bob, cyd, dan] = [await pairing.person(), await pairing.person({ disappearingDefault: 86_400, linkPreviews: false }), await pairing.person(), await pairing.person()];
    const { code } = await ada.call(createInvite, {});
    const [wanted, fromCyd, toDan] = [await ask(ada, bob), await ask(cyd, bob), await ask(ada, dan)];
    const outcome = await bob.call(respondToRequest, { id: wanted, action: 'accept' });
    expect(outcome).toMatchObject({ partner: { ...personOf(ada), email: ada.fact.email }, couple: { version: 1, timezone: 'UTC' }, request: null });
    expect(outcome.couple?.chatId).toBe(outcome.couple?._id);
    const fact = await eventually(async () => {
      const found = (await pairing.bus.facts(coupleLinked)).find(({ coupleId }) => coupleId === outcome.couple?._id);
      if (!found) throw new Error('no fact');
      return found;
    });
    expect(fact).toMatchObject({ linkedAt: outcome.couple?.linkedAt, version: 1 });
    expect(fact.members).toEqual(expect.arrayContaining([ada.fact, bob.fact]));
    await eventually(() => {
      expect(pairing.bus.live(coupleLinked)).toContainEqual(fact);
      const closed = pairing.bus.live(requestClosed).map(({ requestId }) => requestId);
      expect(closed).toEqual(expect.arrayContaining([wanted, fromCyd, toDan]));
    });
    expect(await cyd.call(listSentRequests, {})).toEqual([]);
    expect(await dan.call(listReceivedRequests, {})).toEqual([]);
    expect(await pairing.rows('SELECT id, status FROM partner_requests WHERE id = ANY($1) ORDER BY id', [[wanted, fromCyd, toDan]])).toEqual([
      { id: wanted, status: 'accepted' },
      { id: fromCyd, status: 'cancelled' },
      { id: toDan, status: 'cancelled' },
    ]);
    expect(await dan.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
  });

  it('gives the same couple when it is repeated, and nothing once that has ended', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    const first = await bob.call(respondToRequest, { id, action: 'accept' });
    expect(await bob.call(respondToRequest, { id, action: 'accept' })).toEqual(first);
    await ada.call(unlinkPartner, {});
    expect(await bob.refusal(respondToRequest, { id, action: 'accept' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
  });

  it('belongs to the receiver alone: sender and stranger find nothing', async () => {
    const [ada, bob, eve] = [await pairing.person(), await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    for (const person of [ada, eve]) {
      expect(await person.refusal(respondToRequest, { id, action: 'accept' })).toMatchObject({ code: 'REQUEST_NOT_FOUND', status: 404 });
      expect(await person.refusal(respondToRequest, { id, action: 'reject' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    }
    for (const person of [bob, eve]) expect(await person.refusal(cancelRequest, { id })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect(await bob.call(listReceivedRequests, {})).toHaveLength(1);
  });

  it('may be no: the request is gone for both, repeated or not, and may be sent again', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    const none = { partner: null, couple: null, request: null };
    expect(await bob.call(respondToRequest, { id, action: 'reject' })).toEqual(none);
    expect(await bob.call(respondToRequest, { id, action: 'reject' })).toEqual(none);
    expect(await bob.refusal(respondToRequest, { id, action: 'accept' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect(await ada.call(listSentRequests, {})).toEqual([]);
    await eventually(() => expect(pairing.bus.live(requestClosed)).toContainEqual(expect.objectContaining({ requestId: id })));
    expect(await ask(ada, bob)).not.toBe(id);
  });

  it('comes too late after the sender took the request back', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const id = await ask(ada, bob);
    await ada.call(cancelRequest, { id });
    await ada.call(cancelRequest, { id });
    expect(await bob.refusal(respondToRequest, { id, action: 'accept' })).toMatchObject({ code: 'REQUEST_NOT_FOUND' });
    expect(await bob.call(listReceivedRequests, {})).toEqual([]);
  });
});

describe('an invite code', () => {
  it('shows a first name before and links at once, only once', async () => {
    const [ada, bob, cyd] = [await pairing.person(), await pairing.person(), await pairing.person()];
    const { code, expiresAt } = await ada.call(createInvite, {});
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 48 * 3600 * 1000)).toBeLessThan(60_000);
    expect(await bob.call(lookUpInvite, { code: code.toLowerCase() })).toEqual({ firstName: 'Ada', expiresAt });
    const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase();
    const outcome = await bob.call(linkPartner, { partnerIdentifier: typed });
    expect(outcome).toMatchObject({ partner: { _id: ada.id, email: ada.fact.email }, request: null });
    expect(await bob.call(linkPartner, { partnerIdentifier: code })).toEqual(outcome);
    expect(await cyd.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'INVITE_NOT_FOUND', status: 404 });
    expect(await cyd.refusal(lookUpInvite, { code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
    await ada.call(unlinkPartner, {});
    expect(await bob.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
  });

  it('is not for oneself, not for linked people, and not for ever', async () => {
    const [ada, bob, cyd] = [await pairing.person(), await pairing.person(), await pairing.person()];
    const { code } = await ada.call(createInvite, {});
    expect(await ada.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'CANNOT_LINK_SELF' });
    await linkUp(bob, cyd);
    expect(await bob.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'SELF_ALREADY_LINKED' });
    expect(await bob.refusal(createInvite, {})).toMatchObject({ code: 'SELF_ALREADY_LINKED' });
    await age('invites', 'expires_at', code, '0');
    const dan = await pairing.person();
    expect(await dan.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
    expect(await dan.refusal(lookUpInvite, { code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
    expect(await dan.refusal(lookUpInvite, { code: 'nonsense' })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
  });

  it('is one of five at most', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const codes: string[] = [];
    for (let i = 0; i < 6; i += 1) codes.push((await ada.call(createInvite, {})).code);
    expect(new Set(codes).size).toBe(6);
    expect(await bob.refusal(lookUpInvite, { code: codes[0] ?? '' })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
    expect(await bob.call(lookUpInvite, { code: codes[1] ?? '' })).toMatchObject({ firstName: 'Ada' });
  });
});

describe('linking by username or e-mail', () => {
  it('asks, in any case and with or without @', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const byName = await ada.call(linkPartner, { partnerIdentifier: `@${bob.fact.username.toUpperCase()}` });
    expect(byName).toMatchObject({ partner: null, couple: null, request: { message: '', receiver: { _id: bob.id } } });
    const byEmail = await ada.call(linkPartner, { partnerIdentifier: ` ${bob.fact.email.toUpperCase()} ` });
    expect(byEmail).toEqual(byName);
  });

  it('accepts when the other has asked, even if they do not want to be found', async () => {
    const [ada, bob] = [await pairing.person({ findable: 'nobody' }), await pairing.person()];
    expect(await bob.refusal(linkPartner, { partnerIdentifier: ada.fact.username })).toMatchObject({ code: 'USER_NOT_FOUND' });
    await ask(ada, bob);
    expect(await bob.call(linkPartner, { partnerIdentifier: ada.fact.email })).toMatchObject({ partner: { _id: ada.id } });
  });

  it('tells unknown people from what only a code looks like', async () => {
    const ada = await pairing.person();
    expect(await ada.refusal(linkPartner, { partnerIdentifier: 'nobody_here' })).toMatchObject({ code: 'USER_NOT_FOUND', status: 404 });
    expect(await ada.refusal(linkPartner, { partnerIdentifier: 'nobody@example.org' })).toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(await ada.refusal(linkPartner, { partnerIdentifier: 'ABCD2345' })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
    expect(await ada.refusal(linkPartner, { partnerIdentifier: ada.fact.username })).toMatchObject({ code: 'CANNOT_LINK_SELF' });
    const exact = await pairing.person({ findable: 'username' });
    expect(await ada.refusal(linkPartner, { partnerIdentifier: exact.fact.email })).toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(await ada.call(linkPartner, { partnerIdentifier: exact.fact.username })).toMatchObject({ request: { receiver: { _id: exact.id } } });
  });
});

describe('unlinking', () => {
  it('is one-sided, immediate for both, and told as a fact and live', async () => {
    const [ada, bob, cyd] = [await pairing.person(), await pairing.person(), await pairing.person()];
    const couple = await linkUp(ada, bob);
    const unlinked = await ada.call(unlinkPartner, {});
    expect(unlinked).toEqual({ coupleId: couple._id, version: 2 });
    for (const person of [ada, bob]) {
      expect(await person.call(getPartnerStatus, {})).toEqual({ hasPartner: false, partner: null, couple: null, nickname: null, pendingRequests: 0 });
      expect(await person.refusal(unlinkPartner, {})).toMatchObject({ code: 'NOT_LINKED', status: 409 });
    }
    const fact = await eventually(async () => {
      const found = (await pairing.bus.facts(coupleUnlinked)).find(({ coupleId }) => coupleId === couple._id);
      if (!found) throw new Error('no fact');
      return found;
    });
    expect(fact).toMatchObject({ version: 2, members: expect.arrayContaining([ada.id, bob.id]) });
    await eventually(() => expect(pairing.bus.live(coupleUnlinked)).toContainEqual(fact));
    const next = await linkUp(cyd, bob);
    expect(next._id).not.toBe(couple._id);
  });

  it('can be taken back for 30 days: the same couple, since the same day', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const couple = await linkUp(ada, bob);
    await bob.call(unlinkPartner, {});
    await age('couples', 'ended_at', couple._id, '29 days 23 hours');
    expect(await linkUp(bob, ada)).toEqual({ ...couple, version: 3 });
    expect(await pairing.activeCouples(ada, bob)).toBe(1);
  });

  it('is for good after 30 days: who links again begins anew', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const couple = await linkUp(ada, bob);
    await bob.call(unlinkPartner, {});
    await age('couples', 'ended_at', couple._id, '30 days 1 second');
    const next = await linkUp(bob, ada);
    expect(next._id).not.toBe(couple._id);
    expect(next.version).toBe(1);
  });
});
