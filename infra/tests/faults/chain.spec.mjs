import { describe, expect, it } from '@jest/globals';
import { STATIONS } from './builds.mjs';
import { stepsOf } from './chain.mjs';

const builds = ['old', 'middle', 'present'].map((name) => ({ name, root: `/builds/${name}` }));

/** @param {string[]} names */
const shown = (names) => stepsOf(builds, names).map(({ name, from }) => `${name} from ${from.name}`);

describe('the chain of builds', () => {
  it('leads from each build to the next', () => {
    expect(shown(['upgrade'])).toEqual(['upgrade old middle from old', 'upgrade middle present from middle']);
  });

  it('leads back after each upgrade, because only neighbours work together', () => {
    expect(shown(['upgrade', 'downgrade'])).toEqual([
      'upgrade old middle from old',
      'downgrade middle old from middle',
      'upgrade middle present from middle',
      'downgrade present middle from present',
    ]);
  });

  it('has three stations, each a whole commit id with a sentence', () => {
    expect(STATIONS).toHaveLength(3);
    for (const { commit, note } of STATIONS) {
      expect(commit).toMatch(/^[0-9a-f]{40}$/);
      expect(note).toMatch(/\.$/);
    }
  });
});
