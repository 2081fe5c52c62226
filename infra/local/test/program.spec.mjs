import { describe, expect, it } from '@jest/globals';
import { testProgram } from './program.mjs';

describe('a program that tests need', () => {
  it('is itself where it is there', () => {
    for (const isRelease of [false, true]) expect(testProgram('/usr/bin/age', 'age', isRelease)).toBe('/usr/bin/age');
  });

  it.each([null, undefined])('is missing as %s, and fails a release', (missing) => {
    expect(testProgram(missing, 'age', false)).toBe(missing);
    expect(() => testProgram(missing, 'age', true)).toThrow('A release skips no test: install age.');
  });
});
