import { readNotificationData, readPushPayload, readPushedMessage } from './payload.js';

const SENT = { kind: 'message', tag: 'c', link: '/chat/c', from: 'Jonas', text: null, messageId: 'm', token: 't' };

describe('a push payload', () => {
  it('is parsed, with null for an invalid optional field', () => {
    expect(readPushPayload(SENT)).toEqual(SENT);
    expect(readPushPayload({ ...SENT, from: 7, token: undefined })).toEqual({ ...SENT, from: null, token: null });
  });

  it.each([null, 'text', {}, { ...SENT, kind: 'other' }, { ...SENT, tag: 3 }])('is rejected: %j', (sent) => {
    expect(readPushPayload(sent)).toBeNull();
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', '', 5])(
    'leads to the start page instead of %j',
    (link) => {
      expect(readPushPayload({ ...SENT, link })?.link).toBe('/');
    },
  );
});

describe('the answer with the pushed message', () => {
  const data = { firstName: 'Jonas', content: 'Hello', messageType: 'text', reactions: ['👍'] };

  it('is unwrapped', () => {
    expect(readPushedMessage({ success: true, data })).toEqual({ ...data, sticker: null });
    expect(readPushedMessage({ success: true, data: { ...data, sticker: 'hug' } })?.sticker).toBe('hug');
    expect(readPushedMessage({ success: true, data: { ...data, sticker: 7 } })?.sticker).toBeNull();
  });

  it.each([
    null,
    {},
    { data: null },
    { data: { ...data, firstName: '' } },
    { data: { ...data, messageType: 'other' } },
    { data: { ...data, reactions: 'x' } },
    { data: { ...data, content: 1 } },
  ])('is rejected: %j', (answer) => {
    expect(readPushedMessage(answer)).toBeNull();
  });
});

describe('readNotificationData', () => {
  it('reads the link and the ids of the messages', () => {
    expect(readNotificationData({ link: '/chat/c', ids: ['a', 1, 'b'] })).toEqual({
      link: '/chat/c',
      ids: ['a', 'b'],
      answer: null,
    });
    const answer = { chatId: 'c', token: 't' };
    expect(readNotificationData({ link: '/chat/c', ids: [], answer })).toMatchObject({ answer });
    expect(readNotificationData({ link: '/chat/c', ids: [], answer: { chatId: 'c' } })).toMatchObject({ answer: null });
  });

  it.each([null, 'text', {}, { link: '//elsewhere.example', ids: 'x' }])(
    'falls back to the start page for %j',
    (data) => {
      expect(readNotificationData(data)).toEqual({ link: '/', ids: [], answer: null });
    },
  );
});
