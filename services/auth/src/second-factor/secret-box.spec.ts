import { SecretBox } from './secret-box.js';

const box = new SecretBox('k'.repeat(32));

describe('the secret box', () => {
  it('gives back what it sealed, never the same bytes twice, to the owner only', () => {
    const sealed = box.seal('JBSWY3DPEHPK3PXP', 'ada');
    expect(box.open(sealed, 'ada')).toBe('JBSWY3DPEHPK3PXP');
    expect(box.seal('JBSWY3DPEHPK3PXP', 'ada')).not.toBe(sealed);
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(() => box.open(sealed, 'bob')).toThrow();
  });

  it('notices another key and every flipped bit', () => {
    const sealed = box.seal('secret', 'ada');
    expect(() => new SecretBox('q'.repeat(32)).open(sealed, 'ada')).toThrow();
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open(`v1.${changed.toString('base64url')}`, 'ada')).toThrow();
    }
    expect(() => box.open('v2.abc', 'ada')).toThrow();
  });

  it('hashes by key and owner', () => {
    expect(box.hash('code', 'ada')).toBe(box.hash('code', 'ada'));
    expect(box.hash('code', 'ada')).not.toBe(box.hash('code', 'bob'));
    expect(box.hash('code', 'ada')).not.toBe(new SecretBox('q'.repeat(32)).hash('code', 'ada'));
  });
});
