import { v7 as uuid } from 'uuid';
import { sessionAlias } from './session-alias.js';

describe('the alias of a session', () => {
  it('is the same UUID at every call, and another one for each session', () => {
    const [one, other] = [uuid(), uuid()];
    expect(sessionAlias(one)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(sessionAlias(one)).toBe(sessionAlias(one));
    expect(new Set([one, other, sessionAlias(one), sessionAlias(other)]).size).toBe(4);
  });

  it('stays the same from build to build', () => {
    expect(sessionAlias('00000000-0000-4000-8000-000000000001')).toBe('363afb1b-94ef-5d9e-9513-0c156b4e63ee');
  });
});
