import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PUSH_TOKEN } from '@duet/contracts';
import { AppError } from '../errors/app-error.js';
import { AccessTokens } from './access-tokens.js';
import { Clock } from '../work/clock.js';
import { KeySet } from './key-set.js';

function aKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify(jwk)).digest('base64url');
  return { privateKey, publicKey, kid, jwk: { ...jwk, kid } };
}

type Key = ReturnType<typeof aKey>;

const ours = aKey();
const theirs = aKey();
const jwks = (...keys: Key[]): string => JSON.stringify({ keys: keys.map(({ jwk }) => jwk) });
const clock = new Clock();
const tokens = new AccessTokens(new KeySet(jwks(ours), undefined), clock);

const now = (): number => Math.floor(clock.untested().getTime() / 1000);
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const HEADER = { alg: 'ES256', typ: 'at+jwt', kid: ours.kid };
const claims = (more: object = {}): object => ({
  sub: randomUUID(),
  sid: randomUUID(),
  iss: 'duet',
  aud: 'duet',
  iat: now(),
  exp: now() + 900,
  ...more,
});

/** Signs any header and claims, as an attacker's tool does. */
function forge(header: object, payload: object, key: Key = ours): string {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** HS256 with the public key as its secret: the algorithm confusion attack (RFC 8725, 2.1). */
function hmacWith(secret: string): string {
  const input = `${part({ ...HEADER, alg: 'HS256' })}.${part(claims())}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

const verdict = (token: string, verifier = tokens): string => {
  try {
    verifier.verify(token);
    return 'accepted';
  } catch (cause) {
    return cause instanceof AppError ? cause.code : 'crashed';
  }
};

describe('AccessTokens', () => {
  it('returns the actor and the expiry of a genuine token', () => {
    const payload = { sub: randomUUID(), sid: randomUUID(), iss: 'duet', aud: 'duet', iat: now(), exp: now() + 60 };
    expect(tokens.verify(forge(HEADER, payload))).toEqual({
      userId: payload.sub,
      sessionId: payload.sid,
      use: 'session',
      expiresAt: payload.exp * 1000,
      keyId: ours.kid,
    });
  });

  it('refuses a token for another use', () => {
    const payload = {
      sub: randomUUID(),
      sid: randomUUID(),
      use: 'export',
      iss: 'duet',
      aud: 'duet',
      iat: now(),
      exp: now() + 60,
    };
    const narrow = forge(HEADER, payload);
    expect(() => tokens.verify(narrow)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
    expect(tokens.verify(narrow, ['export'])).toMatchObject({ userId: payload.sub, use: 'export' });
    expect(() => tokens.verify(narrow)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }));
    expect(() => tokens.verify(forge(HEADER, { ...payload, use: 'anything' }), ['export'])).toThrow(
      expect.objectContaining({ code: 'UNAUTHENTICATED' }),
    );
  });

  it('returns the claim about, when the token has one', () => {
    const payload = {
      sub: randomUUID(),
      sid: randomUUID(),
      use: 'notice',
      about: randomUUID(),
      iss: 'duet',
      aud: 'duet',
      iat: now(),
      exp: now() + 60,
    };
    expect(tokens.verify(forge(HEADER, payload), [PUSH_TOKEN])).toMatchObject({ use: 'notice', about: payload.about });
    expect(() => tokens.verify(forge(HEADER, payload), ['session', 'export'])).toThrow(
      expect.objectContaining({ code: 'UNAUTHENTICATED' }),
    );
  });

  const pem = ours.publicKey.export({ type: 'spki', format: 'pem' }).toString();

  it.each<[string, string]>([
    ['alg none', `${part({ ...HEADER, alg: 'none' })}.${part(claims())}.`],
    ['alg None with a signature', forge({ ...HEADER, alg: 'None' }, claims())],
    ['HS256 with the public key as its secret', hmacWith(pem)],
    ['HS256 with the public JWK as its secret', hmacWith(JSON.stringify(ours.jwk))],
    ['another algorithm of our own key', forge({ ...HEADER, alg: 'ES384' }, claims())],
    ['a foreign key under our kid', forge(HEADER, claims(), theirs)],
    ['a kid that is not ours', forge({ ...HEADER, kid: theirs.kid }, claims(), theirs)],
    ['no kid', forge({ alg: 'ES256', typ: 'at+jwt' }, claims())],
    ['a key that the token brings along', forge({ ...HEADER, kid: theirs.kid, jwk: theirs.jwk }, claims(), theirs)],
    ['a kid that is a path', forge({ ...HEADER, kid: '../../dev/null' }, claims())],
    ['the wrong typ', forge({ ...HEADER, typ: 'JWT' }, claims())],
    ['no typ', forge({ alg: 'ES256', kid: ours.kid }, claims())],
    ['the wrong audience', forge(HEADER, claims({ aud: 'elsewhere' }))],
    ['no audience', forge(HEADER, claims({ aud: undefined }))],
    ['the wrong issuer', forge(HEADER, claims({ iss: 'elsewhere' }))],
    ['no expiry', forge(HEADER, claims({ exp: undefined }))],
    ['no session', forge(HEADER, claims({ sid: undefined }))],
    ['a session that is no text', forge(HEADER, claims({ sid: { $ne: '' } }))],
    ['no subject', forge(HEADER, claims({ sub: undefined }))],
    ['a future not-before', forge(HEADER, claims({ nbf: now() + 60 }))],
    ['a changed payload', forge(HEADER, claims()).replace(/\.[^.]+\./, `.${part(claims())}.`)],
    ['no signature', forge(HEADER, claims()).replace(/[^.]+$/, '')],
    ['nothing', ''],
    ['noise', 'a.b.c'],
  ])('refuses %s', (_what, token) => expect(verdict(token)).toBe('UNAUTHENTICATED'));

  it('answers TOKEN_EXPIRED for a genuine token that has expired, also for one it has verified before', () => {
    expect(verdict(forge(HEADER, claims({ exp: now() - 1 })))).toBe('TOKEN_EXPIRED');
    expect(verdict(forge(HEADER, claims({ exp: now() - 1, aud: 'elsewhere' })))).not.toBe('accepted');
    const token = forge(HEADER, claims({ exp: now() + 60 }));
    expect(verdict(token)).toBe('accepted');
    jest.spyOn(clock, 'untested').mockReturnValue(new Date(Date.now() + 61_000));
    expect(verdict(token)).toBe('TOKEN_EXPIRED');
    jest.restoreAllMocks();
  });

  it.each([20, -60])("goes by the process's clock when the machine's is %i minutes off", (minutes) => {
    const [valid, expired] = [forge(HEADER, claims({ exp: now() + 60 })), forge(HEADER, claims({ exp: now() - 1 }))];
    jest.useFakeTimers({ now: Date.now() + minutes * 60_000, doNotFake: ['nextTick', 'performance'] });
    expect([verdict(valid), verdict(expired)]).toEqual(['accepted', 'TOKEN_EXPIRED']);
    jest.useRealTimers();
  });

  describe('with a file of keys', () => {
    let dir: string;
    let file: string;
    beforeEach(() => {
      dir = mkdtempSync(join(tmpdir(), 'duet-keys-'));
      file = join(dir, 'keys.json');
      writeFileSync(file, jwks(ours));
    });
    afterEach(() => {
      jest.restoreAllMocks();
      rmSync(dir, { recursive: true });
    });

    const passMinute = (): void => {
      const later = performance.now() + 60_000;
      jest.spyOn(performance, 'now').mockReturnValue(later);
    };
    const ofTheirs = (): string => forge({ ...HEADER, kid: theirs.kid }, claims(), theirs);

    it('reads a new key from its file without a restart, and still accepts the old one', () => {
      const rotating = new AccessTokens(new KeySet(jwks(ours), file), clock);
      writeFileSync(file, jwks(ours, theirs));
      expect(verdict(ofTheirs(), rotating)).toBe('accepted');
      expect(verdict(forge(HEADER, claims()), rotating)).toBe('accepted');
    });

    it('refuses the tokens of a removed key after a minute, also those that it has verified before', () => {
      const rotating = new AccessTokens(new KeySet(jwks(ours, theirs), file), clock);
      const verified = ofTheirs();
      expect(verdict(verified, rotating)).toBe('accepted');
      passMinute();
      expect(verdict(verified, rotating)).toBe('UNAUTHENTICATED');
      expect(verdict(ofTheirs(), rotating)).toBe('UNAUTHENTICATED');
      expect(verdict(forge(HEADER, claims()), rotating)).toBe('accepted');
    });

    it('keeps its keys and reports the failure while the file cannot be read', () => {
      const failures: unknown[] = [];
      const rotating = new AccessTokens(new KeySet(jwks(ours), file, (cause) => failures.push(cause)), clock);
      const verified = forge(HEADER, claims());
      expect(verdict(verified, rotating)).toBe('accepted');
      writeFileSync(file, '{"keys":');
      passMinute();
      expect([verdict(verified, rotating), verdict(verified, rotating)]).toEqual(['accepted', 'accepted']);
      expect(failures).toEqual([expect.any(SyntaxError)]);
    });
  });
});
