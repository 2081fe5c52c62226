import {
  type TrustEnded,
  createInvite,
  linkPartner,
  listReceivedRequests,
  listSentRequests,
  requestClosed,
  respondToRequest,
  sendPartnerRequest,
  trustEnded,
} from '@duet/contracts';
import { sessionAlias } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import { ask } from './request-calls.js';
import { RunningPairing, type TestUser } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

/** The same person on another device. */
const onAnotherDevice = (user: TestUser): TestUser => user.reading('en');

function aliasOf({ token }: TestUser): string {
  const claims: { sid: string } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return sessionAlias(claims.sid);
}

/** Invite codes and requests of one person, from the device that stays, from another one, and from an unknown session. */
interface Offers {
  owner: TestUser;
  other: TestUser;
  codes: Record<'kept' | 'ended' | 'unknown', string>;
  requests: Record<'kept' | 'ended' | 'unknown', string>;
}

async function makeOffers(): Promise<Offers> {
  const owner = await pairing.person();
  const other = onAnotherDevice(owner);
  const code = async (from: TestUser) => (await from.call(createInvite, {})).code;
  const codes = { kept: await code(owner), ended: await code(other), unknown: await code(owner) };
  const [first, second, third] = await pairing.people(3);
  if (!first || !second || !third) throw new Error('unreachable');
  const requests = {
    kept: await ask(owner, first),
    ended: await ask(other, second),
    unknown: await ask(owner, third),
  };
  // As the previous build writes them.
  await pairing.rows('UPDATE invites SET session = NULL WHERE code = $1', [codes.unknown]);
  await pairing.rows('UPDATE partner_requests SET session = NULL WHERE id = $1', [requests.unknown]);
  return { owner, other, codes, requests };
}

async function endTrust({ id: userId }: TestUser, how: Partial<TrustEnded> = {}): Promise<void> {
  const madeBefore = new Date(Date.now() + 15_000).toISOString();
  await pairing.bus.publish(trustEnded, userId, { userId, session: null, survivor: null, madeBefore, ...how });
}

/** Which of the offers are left. */
async function left({ owner, codes, requests }: Offers): Promise<[string[], string[]]> {
  const rows = await pairing.rows<{ code: string }>('SELECT code FROM invites WHERE issuer_id = $1', [owner.id]);
  const open = await owner.call(listSentRequests, {});
  return [
    Object.entries(codes).flatMap(([name, code]) => (rows.some((row) => row.code === code) ? name : [])),
    Object.entries(requests).flatMap(([name, id]) => (open.some((request) => request._id === id) ? name : [])),
  ];
}

describe('the end of trust in sessions', () => {
  it.each([
    ['all sessions', () => ({}), []],
    ['all but one', ({ owner }: Offers) => ({ survivor: aliasOf(owner) }), ['kept']],
    ['one session', ({ other }: Offers) => ({ session: aliasOf(other) }), ['kept', 'unknown']],
  ])('ends the invite codes and sent requests of %s', async (_name, how, stay) => {
    const offers = await makeOffers();
    const stranger = await makeOffers();
    await endTrust(offers.owner, how(offers));
    await eventually(async () => expect(await left(offers)).toEqual([stay, stay]));
    expect(await left(stranger)).toEqual([
      ['kept', 'ended', 'unknown'],
      ['kept', 'ended', 'unknown'],
    ]);
  });

  it('keeps a code and a request that were made later', async () => {
    const offers = await makeOffers();
    const madeBefore = new Date(Date.now() - 60_000).toISOString();
    await endTrust(offers.owner, { madeBefore });
    // Events of one kind are handled in turn.
    const next = await makeOffers();
    await endTrust(next.owner);
    await eventually(async () => expect(await left(next)).toEqual([[], []]));
    expect(await left(offers)).toEqual([
      ['kept', 'ended', 'unknown'],
      ['kept', 'ended', 'unknown'],
    ]);
  });

  it('refuses the code and the request afterwards, and both sides see that the request is closed', async () => {
    const [owner, thief, friend] = await pairing.people(3);
    if (!owner || !thief || !friend) throw new Error('unreachable');
    const stolen = onAnotherDevice(owner);
    const { code } = await stolen.call(createInvite, {});
    const id = await ask(stolen, friend);
    await endTrust(owner, { survivor: aliasOf(owner) });
    await eventually(async () => expect(await friend.call(listReceivedRequests, {})).toEqual([]));
    await eventually(async () =>
      expect((await thief.refusal(linkPartner, { partnerIdentifier: code })).code).toBe('INVITE_NOT_FOUND'),
    );
    expect((await friend.refusal(respondToRequest, { id, action: 'accept' })).code).toBe('REQUEST_NOT_FOUND');
    await eventually(() =>
      expect(pairing.bus.live(requestClosed)).toContainEqual(
        expect.objectContaining({ requestId: id, senderId: owner.id, receiverId: friend.id }),
      ),
    );
    expect((await owner.call(sendPartnerRequest, { receiverId: friend.id })).request).not.toBeNull();
  });

  it('ends no couple, whether the code is redeemed before the event or at the same moment', async () => {
    const [owner, partner] = await pairing.people(2);
    if (!owner || !partner) throw new Error('unreachable');
    const { code } = await owner.call(createInvite, {});
    const [linked] = await Promise.all([
      partner.call(linkPartner, { partnerIdentifier: code }).catch(({ code: refusal }: { code: string }) => refusal),
      endTrust(owner),
    ]);
    const next = await makeOffers();
    await endTrust(next.owner);
    await eventually(async () => expect(await left(next)).toEqual([[], []]));
    expect(await pairing.activeCouples(owner, partner)).toBe(linked === 'INVITE_NOT_FOUND' ? 0 : 1);
  });
});
