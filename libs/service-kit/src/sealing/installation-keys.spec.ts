import { InstallationKeys } from './installation-keys.js';

const OLD = 'an old key of this test, thirty-two';
const NEW = 'a new key of this test, thirty-two!';

const keys = (value: string, purpose = 'test'): InstallationKeys =>
  new InstallationKeys({ variable: 'TEST_KEY', value, purpose });

const words = Buffer.from('Liebe Grüße 💌');

describe('InstallationKeys', () => {
  it('opens what it sealed, for the same owner only', () => {
    const sealed = keys(OLD).seal(words, 'row-1');
    expect(sealed.sealed.includes(words)).toBe(false);
    expect(keys(OLD).open(sealed, 'row-1')).toEqual(words);
    expect(() => keys(OLD).open(sealed, 'row-2')).toThrow();
  });

  it('seals with the first line and opens with every line', () => {
    const before = keys(OLD).seal(words, 'row');
    const rotated = keys(`${NEW}\r\n${OLD}`);
    expect(rotated.open(before, 'row')).toEqual(words);
    expect(rotated.seal(words, 'row').sealedBy).toBe(keys(NEW).currentId);
    expect(() => keys(NEW).open(before, 'row')).toThrow('TEST_KEY lacks the key');
  });

  it('separates purposes, and refuses changed bytes', () => {
    const sealed = keys(OLD).seal(words, 'row');
    expect(() => keys(OLD, 'other').open(sealed, 'row')).toThrow('TEST_KEY lacks the key');
    sealed.sealed.writeUInt8(sealed.sealed.readUInt8(0) ^ 1, 0);
    expect(() => keys(OLD).open(sealed, 'row')).toThrow();
  });
});
