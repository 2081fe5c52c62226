import type { PushPayload, PushedMessageView } from '@duet/contracts';
import { speakIn } from '../texts/push.js';
import { type Circumstances, addMessageId, notificationWords } from './words.js';

const payload = (given: Partial<PushPayload>): PushPayload => ({
  kind: 'message',
  tag: 'c',
  link: '/chat/c',
  from: null,
  text: null,
  messageId: 'm',
  token: null,
  ...given,
});
const message = (given: Partial<PushedMessageView> = {}): PushedMessageView => ({
  firstName: 'Jonas',
  content: 'Home at 7',
  messageType: 'text',
  reactions: [],
  ...given,
});
const ALONE: Circumstances = { message: null, count: 1, isLocked: false };

describe('a notification', () => {
  it.each<[string, Partial<PushPayload>, Partial<Circumstances>, [title: string, body: string]]>([
    ['neither name nor text if the lock screen hides both', {}, {}, ['Duet', 'New message']],
    ['how many messages the lock screen hides', {}, { count: 3 }, ['Duet', '3 new messages']],
    ['the name', { from: 'Jonas' }, {}, ['Duet', 'Jonas sent you a message']],
    ['the name and the number of messages', { from: 'Jonas' }, { count: 3 }, ['Duet', 'Jonas sent you 3 messages']],
    ['the text', { from: 'Jonas', token: 't' }, { message: message() }, ['Jonas', 'Home at 7']],
    [
      'the last text of several messages',
      { from: 'Jonas', token: 't' },
      { message: message(), count: 3 },
      ['Jonas · 3 new messages', 'Home at 7'],
    ],
    [
      'the kind of a message without text',
      { from: 'Jonas', token: 't' },
      { message: message({ content: '', messageType: 'voice' }) },
      ['Jonas', 'A voice note'],
    ],
    [
      'the name if the message could not be loaded',
      { from: 'Jonas', token: 't' },
      {},
      ['Duet', 'Jonas sent you a message'],
    ],
    [
      'neither name nor text while Duet is locked',
      { from: 'Jonas', token: 't' },
      { message: message(), isLocked: true },
      ['Duet', 'New message'],
    ],
    ['that there is a reaction', { kind: 'reaction' }, {}, ['Duet', 'New reaction']],
    ['who reacted', { kind: 'reaction', from: 'Jonas' }, {}, ['Duet', 'Jonas reacted to your message']],
    [
      'the reaction and the message',
      { kind: 'reaction', from: 'Jonas' },
      { message: message({ reactions: ['👍', '🎉'] }) },
      ['Jonas reacted 🎉', 'Home at 7'],
    ],
    [
      'only who reacted if the reaction was removed',
      { kind: 'reaction', from: 'Jonas' },
      { message: message() },
      ['Duet', 'Jonas reacted to your message'],
    ],
    [
      'only that there is a reaction while Duet is locked',
      { kind: 'reaction', from: 'Jonas' },
      { message: message({ reactions: ['👍'] }), isLocked: true },
      ['Duet', 'New reaction'],
    ],
    [
      'a notice',
      { kind: 'notice', text: 'Jonas would like to be your partner' },
      {},
      ['Duet', 'Jonas would like to be your partner'],
    ],
    ['that there is a notice', { kind: 'notice' }, {}, ['Duet', 'There is something new for you']],
    [
      'only that there is a notice while Duet is locked',
      { kind: 'notice', text: 'Jonas would like to be your partner' },
      { isLocked: true },
      ['Duet', 'There is something new for you'],
    ],
    [
      'the name of a sticker',
      { from: 'Jonas', token: 't' },
      { message: message({ content: 'Big hug', sticker: 'hug' }) },
      ['Jonas', 'Big hug'],
    ],
    ['a test', { kind: 'test' }, { isLocked: true }, ['Duet', 'This is what a notification looks like']],
  ])('shows %s', (_what, given, circumstances, [title, body]) => {
    expect(notificationWords(payload(given), { ...ALONE, ...circumstances })).toEqual({ title, body });
  });
});

describe('a notification in German', () => {
  beforeAll(() => speakIn('de'));
  afterAll(() => speakIn('en'));

  it.each<[string, PushedMessageView, string]>([
    ['names a sticker in German', message({ content: 'Big hug', sticker: 'hug' }), 'Dicke Umarmung'],
    ['shows a text of the same words as it was written', message({ content: 'Big hug', sticker: null }), 'Big hug'],
    ['shows the text of a build before stickers', message({ content: 'Big hug' }), 'Big hug'],
    ['has the English name of a newer sticker', message({ content: 'Big wave', sticker: 'wave' }), 'Big wave'],
    ['is not misled by an odd id', message({ content: 'Big wave', sticker: 'toString' }), 'Big wave'],
  ])('%s', (_what, shown, body) => {
    const reacted = { ...shown, reactions: ['🎉'] };
    expect(notificationWords(payload({}), { ...ALONE, message: shown }).body).toBe(body);
    expect(notificationWords(payload({ kind: 'reaction', from: 'Jonas' }), { ...ALONE, message: reacted }).body).toBe(
      body,
    );
  });
});

describe('the message ids of a notification', () => {
  it('include each message once', () => {
    expect(addMessageId([], 'a')).toEqual(['a']);
    expect(addMessageId(['a'], 'b')).toEqual(['a', 'b']);
    expect(addMessageId(['a', 'b'], 'a')).toEqual(['a', 'b']);
    expect(addMessageId(['a'], null)).toEqual(['a']);
  });

  it('are the last 99', () => {
    const many = Array.from({ length: 200 }, (_, index) => `m${index}`).reduce<string[]>(
      (ids, id) => addMessageId(ids, id),
      [],
    );
    expect(many).toHaveLength(99);
    expect(many.at(-1)).toBe('m199');
  });
});
