import { messageOf, payloadOf } from './payload.js';

const SENT = { kind: 'message', tag: 'c', link: '/chat/c', from: 'Jonas', text: null, messageId: 'm', token: 't' };

describe('a push', () => {
  it('is taken as it is meant', () => {
    expect(payloadOf(SENT)).toEqual(SENT);
    expect(payloadOf({ ...SENT, from: 7, token: undefined })).toEqual({ ...SENT, from: null, token: null });
  });

  it.each([null, 'text', {}, { ...SENT, kind: 'other' }, { ...SENT, tag: 3 }])('%j is not understood', (sent) => {
    expect(payloadOf(sent)).toBeNull();
  });

  it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', '', 5])('leads nowhere but to a page of ours: %j', (link) => {
    expect(payloadOf({ ...SENT, link })?.link).toBe('/');
  });
});

describe('the message that was read for it', () => {
  const data = { firstName: 'Jonas', content: 'Hello', messageType: 'text', reactions: ['👍'] };

  it('comes out of its envelope', () => {
    expect(messageOf({ success: true, data })).toEqual(data);
  });

  it.each([null, {}, { data: null }, { data: { ...data, firstName: '' } }, { data: { ...data, messageType: 'other' } }, { data: { ...data, reactions: 'x' } }, { data: { ...data, content: 1 } }])('is none: %j', (answer) => {
    expect(messageOf(answer)).toBeNull();
  });
});
