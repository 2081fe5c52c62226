import { randomUUID } from 'node:crypto';
import { type MessageView, deleteMessage, messageSent, userProfileChanged, wantedPreview } from '@duet/contracts';
import { eventually } from '@duet/testing';
import { type Couple, World } from './world.js';

const SITE = 'https://site.example/page?a=1';
const OTHER = 'https://other.example/';

let world: World;
let couple: Couple;

beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  couple = await world.couple();
});

const wanted = async ({ _id }: MessageView) => (await world.bus.call(wantedPreview, { messageId: _id })).url;

describe('the link of a text', () => {
  it('is flagged but not contained in the event, and media can read it by the message', async () => {
    const linked = await world.say(couple.ada, `Look: ${SITE}.`);
    const reply = await world.say(couple.ben, OTHER, { replyTo: linked._id });
    const bare = await world.say(couple.ada, 'www.site.example/menu.');
    const plain = await world.say(couple.ada, 'me@www.site.example, ftp://x and javascript://y');
    await eventually(async () => {
      const events = (await world.bus.events(messageSent)).filter(({ chatId }) => chatId === couple.chatId);
      expect(events.map(({ messageId, linked: isLinked }) => [messageId, isLinked])).toEqual([
        [linked._id, true],
        [reply._id, true],
        [bare._id, true],
        [plain._id, undefined],
      ]);
      expect(JSON.stringify(events)).not.toContain('site.example');
    });
    expect(await wanted(linked)).toBe(SITE);
    expect(await wanted(reply)).toBe(OTHER);
    expect(await wanted(bare)).toBe('https://www.site.example/menu');
    expect(await wanted(plain)).toBeNull();
    expect((await world.bus.call(wantedPreview, { messageId: randomUUID() })).url).toBeNull();
  });

  it('is withheld from media while the sender has previews switched off', async () => {
    const { ada, ben } = couple;
    await world.bus.publish(userProfileChanged, ada.id, { ...ada.snapshot, linkPreviews: false, version: 2 });
    await world.bus.publish(userProfileChanged, ben.id, { ...ben.snapshot, linkPreviews: true, version: 2 });
    const hers = await world.say(ada, SITE);
    await eventually(async () => expect(await wanted(hers)).toBeNull());
    expect(await wanted(await world.say(ben, SITE))).toBe(SITE);
    await world.bus.publish(userProfileChanged, ada.id, { ...ada.snapshot, linkPreviews: true, version: 3 });
    await eventually(async () => expect(await wanted(hers)).toBe(SITE));
  });

  it('is withheld from media when it is too long, its message is deleted or its conversation has ended', async () => {
    expect(await wanted(await world.say(couple.ada, `${SITE}&b=${'b'.repeat(2_000)}`))).toBeNull();
    const gone = await world.say(couple.ada, SITE);
    await world.bus.call(deleteMessage, { messageId: gone._id }, couple.ada.caller);
    expect(await wanted(gone)).toBeNull();
    const late = await world.say(couple.ada, SITE);
    await world.unlink(couple);
    expect(await wanted(late)).toBeNull();
  });
});
