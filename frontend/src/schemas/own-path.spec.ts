import * as v from 'valibot';
import { ownPath } from './own-path.js';

describe('a path of ours', () => {
  it.each(['/', '/chat/c?seq=3', '/challenges?tab=goals&goal=g#top', '/search?q=//evil.example', '/%5Cevil.example'])(
    'is %j',
    (path) => {
      expect(v.is(ownPath, path)).toBe(true);
    },
  );

  it.each([
    '',
    'chat',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n\\evil.example',
    '\t//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e%2e//evil.example',
    '/chat/../..//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    '%2F%2Fevil.example',
    '%2Fchat',
    '?next=//evil.example',
    null,
    5,
  ])('is not %j', (path) => {
    expect(v.is(ownPath, path)).toBe(false);
  });
});
