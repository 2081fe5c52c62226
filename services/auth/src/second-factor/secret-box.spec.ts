import { SecretBox, keyedHash, newHashKey } from './secret-box.js';

const [OLD, NEW] = ['k'.repeat(32), 'q'.repeat(32)];
const box = new SecretBox([OLD]);
const plainOf = (sealed: string, owner: string) => box.open(sealed, owner).plain;

describe('SecretBox', () => {
  it('decrypts for the owner only and never encrypts to the same bytes twice', () => {
    const sealed = box.seal('JBSWY3DPEHPK3PXP', 'ada');
    expect(plainOf(sealed, 'ada')).toBe('JBSWY3DPEHPK3PXP');
    expect(box.seal('JBSWY3DPEHPK3PXP', 'ada')).not.toBe(sealed);
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(() => box.open(sealed, 'bob')).toThrow();
  });

  it('refuses another key, another version and every flipped bit', () => {
    const sealed = box.seal('secret', 'ada');
    expect(() => new SecretBox([NEW]).open(sealed, 'ada')).toThrow();
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(`v1.${changed.toString('base64url')}`, 'ada')).toThrow();
    }
    expect(() => box.open('v2.abc', 'ada')).toThrow();
  });

  it('decrypts with the previous key and encrypts with the new one', () => {
    const rotating = new SecretBox([NEW, OLD]);
    const opened = rotating.open(box.seal('secret', 'ada'), 'ada');
    expect(opened).toEqual({ plain: 'secret', hashing: box.hashKeys[0] });
    const resealed = rotating.seal(opened.plain, 'ada');
    expect(new SecretBox([NEW]).open(resealed, 'ada').plain).toBe('secret');
    expect(() => box.open(resealed, 'ada')).toThrow();
    expect([rotating.keyId, rotating.hashKeys.length]).toEqual([new SecretBox([NEW]).keyId, 2]);
    expect(rotating.keyId).not.toBe(box.keyId);
  });

  it('hashes the same value differently for each key and owner', () => {
    const key = newHashKey();
    expect(keyedHash(key, 'code', 'ada')).toBe(keyedHash(key, 'code', 'ada'));
    expect(keyedHash(key, 'code', 'ada')).not.toBe(keyedHash(key, 'code', 'bob'));
    expect(keyedHash(key, 'code', 'ada')).not.toBe(keyedHash(newHashKey(), 'code', 'ada'));
  });
});
