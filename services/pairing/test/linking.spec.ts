import {
  coupleUnlinked,
  createInvite,
  getPartnerStatus,
  linkPartner,
  lookUpInvite,
  unlinkPartner,
} from '@duet/contracts';
import { eventually } from '@duet/testing';
import { ask, linkUp } from './request-calls.js';
import { RunningPairing } from './running-pairing.js';

let pairing: RunningPairing;

beforeAll(async () => {
  pairing = await RunningPairing.start();
});

afterAll(() => pairing.stop());

const makeOlder: RunningPairing['makeOlder'] = (...given) => pairing.makeOlder(...given);

describe('an invite code', () => {
  it('shows the issuer’s first name, and links at once and only once', async () => {
    const [ada, bob, cyd] = [await pairing.person(), await pairing.person(), await pairing.person()];
    const { code, expiresAt } = await ada.call(createInvite, {});
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 48 * 3600 * 1000)).toBeLessThan(60_000);
    expect(await bob.call(lookUpInvite, { code: code.toLowerCase() })).toEqual({ firstName: 'Ada', expiresAt });
    const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase();
    const outcome = await bob.call(linkPartner, { partnerIdentifier: typed });
    expect(outcome).toMatchObject({ partner: { _id: ada.id, email: ada.snapshot.email }, request: null });
    expect(await bob.call(linkPartner, { partnerIdentifier: code })).toEqual(outcome);
    expect(await cyd.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({
      code: 'INVITE_NOT_FOUND',
      status: 404,
    });
    expect(await cyd.refusal(lookUpInvite, { code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
    await ada.call(unlinkPartner, {});
    expect(await bob.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
  });

  it('is refused to oneself and linked people, and expires', async () => {
    const [ada, bob, cyd] = [await pairing.person(), await pairing.person(), await pairing.person()];
    const { code } = await ada.call(createInvite, {});
    expect(await ada.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'CANNOT_LINK_SELF' });
    await linkUp(bob, cyd);
    expect(await bob.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'SELF_ALREADY_LINKED' });
    expect(await bob.refusal(createInvite, {})).toMatchObject({ code: 'SELF_ALREADY_LINKED' });
    await makeOlder('invites', 'expires_at', code, '1 second');
    const dan = await pairing.person();
    expect(await dan.refusal(linkPartner, { partnerIdentifier: code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
    expect(await dan.refusal(lookUpInvite, { code })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
    expect(await dan.refusal(lookUpInvite, { code: 'nonsense' })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
  });

  it('is one of at most five per issuer', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const codes: string[] = [];
    for (let i = 0; i < 6; i += 1) codes.push((await ada.call(createInvite, {})).code);
    expect(new Set(codes).size).toBe(6);
    expect(await bob.refusal(lookUpInvite, { code: codes[0] ?? '' })).toMatchObject({ code: 'INVITE_NOT_FOUND' });
    expect(await bob.call(lookUpInvite, { code: codes[1] ?? '' })).toMatchObject({ firstName: 'Ada' });
  });
});

describe('linking by username or e-mail', () => {
  it('sends a request, in any case and with or without @', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const byName = await ada.call(linkPartner, { partnerIdentifier: `@${bob.snapshot.username.toUpperCase()}` });
    expect(byName).toMatchObject({ partner: null, couple: null, request: { message: '', receiver: { _id: bob.id } } });
    const byEmail = await ada.call(linkPartner, { partnerIdentifier: ` ${bob.snapshot.email.toUpperCase()} ` });
    expect(byEmail).toEqual(byName);
  });

  it('accepts an open request, even of a person who does not want to be found', async () => {
    const [ada, bob] = [await pairing.person({ findable: 'nobody' }), await pairing.person()];
    expect(await bob.refusal(linkPartner, { partnerIdentifier: ada.snapshot.username })).toMatchObject({
      code: 'USER_NOT_FOUND',
    });
    await ask(ada, bob);
    expect(await bob.call(linkPartner, { partnerIdentifier: ada.snapshot.email })).toMatchObject({
      partner: { _id: ada.id },
    });
  });

  it('refuses unknown people and unknown codes with different errors', async () => {
    const ada = await pairing.person();
    expect(await ada.refusal(linkPartner, { partnerIdentifier: 'nobody_here' })).toMatchObject({
      code: 'USER_NOT_FOUND',
      status: 404,
    });
    expect(await ada.refusal(linkPartner, { partnerIdentifier: 'nobody@example.org' })).toMatchObject({
      code: 'USER_NOT_FOUND',
    });
    expect(await ada.refusal(linkPartner, { partnerIdentifier: 'ABCD2345' })).toMatchObject({
      code: 'INVITE_NOT_FOUND',
    });
    expect(await ada.refusal(linkPartner, { partnerIdentifier: ada.snapshot.username })).toMatchObject({
      code: 'CANNOT_LINK_SELF',
    });
    const exact = await pairing.person({ findable: 'username' });
    expect(await ada.refusal(linkPartner, { partnerIdentifier: exact.snapshot.email })).toMatchObject({
      code: 'USER_NOT_FOUND',
    });
    expect(await ada.call(linkPartner, { partnerIdentifier: exact.snapshot.username })).toMatchObject({
      request: { receiver: { _id: exact.id } },
    });
  });
});

describe('unlinking', () => {
  it('is one-sided, immediate for both, published and pushed', async () => {
    const [ada, bob, cyd] = [await pairing.person(), await pairing.person(), await pairing.person()];
    const couple = await linkUp(ada, bob);
    const unlinked = await ada.call(unlinkPartner, {});
    expect(unlinked).toEqual({ coupleId: couple._id, version: 2 });
    for (const person of [ada, bob]) {
      expect(await person.call(getPartnerStatus, {})).toEqual({
        hasPartner: false,
        partner: null,
        couple: null,
        nickname: null,
        pendingRequests: 0,
      });
      expect(await person.refusal(unlinkPartner, {})).toMatchObject({ code: 'NOT_LINKED', status: 409 });
    }
    const event = await eventually(async () => {
      const found = (await pairing.bus.events(coupleUnlinked)).find(({ coupleId }) => coupleId === couple._id);
      if (!found) throw new Error('no event');
      return found;
    });
    expect(event).toMatchObject({ version: 2, members: expect.arrayContaining([ada.id, bob.id]) });
    await eventually(() => expect(pairing.bus.live(coupleUnlinked)).toContainEqual(event));
    const next = await linkUp(cyd, bob);
    expect(next._id).not.toBe(couple._id);
  });

  it('can be taken back for 30 days: the same couple, since the same day', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const couple = await linkUp(ada, bob);
    await bob.call(unlinkPartner, {});
    await makeOlder('couples', 'ended_at', couple._id, '29 days 23 hours');
    expect(await linkUp(bob, ada)).toEqual({ ...couple, version: 3 });
    expect(await pairing.activeCouples(ada, bob)).toBe(1);
  });

  it('is final after 30 days: a new link makes a new couple', async () => {
    const [ada, bob] = [await pairing.person(), await pairing.person()];
    const couple = await linkUp(ada, bob);
    await bob.call(unlinkPartner, {});
    await makeOlder('couples', 'ended_at', couple._id, '30 days 1 second');
    const next = await linkUp(bob, ada);
    expect(next._id).not.toBe(couple._id);
    expect(next.version).toBe(1);
  });
});
