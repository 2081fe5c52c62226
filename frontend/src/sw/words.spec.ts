import type { PushPayload, PushedMessageView } from '@duet/contracts';
import { type Circumstances, gathered, wordsOf } from './words.js';

const payload = (given: Partial<PushPayload>): PushPayload => ({ kind: 'message', tag: 'c', link: '/chat/c', from: null, text: null, messageId: 'm', token: null, ...given });
const message = (given: Partial<PushedMessageView> = {}): PushedMessageView => ({ firstName: 'Jonas', content: 'Home at 7', messageType: 'text', reactions: [], ...given });
const ALONE: Circumstances = { message: null, count: 1, isLocked: false };

describe('what a notification says', () => {
  it.each<[string, Partial<PushPayload>, Partial<Circumstances>, [title: string, body: string]]>([
    ['nothing where the screen shows none', {}, {}, ['Duet', 'New message']],
    ['how many, then', {}, { count: 3 }, ['Duet', '3 new messages']],
    ['the name', { from: 'Jonas' }, {}, ['Duet', 'Jonas sent you a message']],
    ['the name, and how many', { from: 'Jonas' }, { count: 3 }, ['Duet', 'Jonas sent you 3 messages']],
    ['the words', { from: 'Jonas', token: 't' }, { message: message() }, ['Jonas', 'Home at 7']],
    ['the last words of many', { from: 'Jonas', token: 't' }, { message: message(), count: 3 }, ['Jonas · 3 new messages', 'Home at 7']],
    ['the kind of what has no words', { from: 'Jonas', token: 't' }, { message: message({ content: '', messageType: 'voice' }) }, ['Jonas', 'A voice note']],
    ['the name where the words cannot be had', { from: 'Jonas', token: 't' }, {}, ['Duet', 'Jonas sent you a message']],
    ['nothing while Duet is locked', { from: 'Jonas', token: 't' }, { message: message(), isLocked: true }, ['Duet', 'New message']],
    ['that there is a reaction', { kind: 'reaction' }, {}, ['Duet', 'New reaction']],
    ['whose reaction', { kind: 'reaction', from: 'Jonas' }, {}, ['Duet', 'Jonas reacted to your message']],
    ['which reaction, to what', { kind: 'reaction', from: 'Jonas' }, { message: message({ reactions: ['👍', '🎉'] }) }, ['Jonas reacted 🎉', 'Home at 7']],
    ['whose, where it is taken back already', { kind: 'reaction', from: 'Jonas' }, { message: message() }, ['Duet', 'Jonas reacted to your message']],
    ['no reaction while locked', { kind: 'reaction', from: 'Jonas' }, { message: message({ reactions: ['👍'] }), isLocked: true }, ['Duet', 'New reaction']],
    ['a notice', { kind: 'notice', text: 'Jonas would like to be your partner' }, {}, ['Duet', 'Jonas would like to be your partner']],
    ['that there is a notice', { kind: 'notice' }, {}, ['Duet', 'There is something new for you']],
    ['no more of it while locked', { kind: 'notice', text: 'Jonas would like to be your partner' }, { isLocked: true }, ['Duet', 'There is something new for you']],
    ['what a test looks like', { kind: 'test' }, { isLocked: true }, ['Duet', 'This is what a notification looks like']],
  ])('%s', (_what, given, circumstances, [title, body]) => {
    expect(wordsOf(payload(given), { ...ALONE, ...circumstances })).toEqual({ title, body });
  });
});

describe('what it stands for', () => {
  it('grows by each message, and not by one that comes again', () => {
    expect(gathered([], 'a')).toEqual(['a']);
    expect(gathered(['a'], 'b')).toEqual(['a', 'b']);
    expect(gathered(['a', 'b'], 'a')).toEqual(['a', 'b']);
    expect(gathered(['a'], null)).toEqual(['a']);
  });

  it('is not counted beyond what anybody reads', () => {
    const many = Array.from({ length: 200 }, (_, index) => `m${index}`).reduce<string[]>((held, id) => gathered(held, id), []);
    expect(many).toHaveLength(99);
    expect(many.at(-1)).toBe('m199');
  });
});
