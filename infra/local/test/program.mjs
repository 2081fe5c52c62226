import { IS_RELEASE } from '../audit.mjs';

/**
 * The program that tests need. Without it they are skipped, but not for a release.
 * @template T
 * @param {T} program null or undefined without one
 * @param {string} name to install
 * @returns {T}
 * @throws {Error} for a release, when there is none
 */
export function testProgram(program, name, isRelease = IS_RELEASE) {
  if (!program && isRelease) throw new Error(`A release skips no test: install ${name}.`);
  return program;
}
