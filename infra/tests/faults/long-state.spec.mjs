import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../../local/test/temporary.mjs';
import { newState, nextFault, readState, saveState, tableOf, withFinding } from './long-state.mjs';

const NAMES = ['storm', 'cut-nats', 'roll'];
const MORE = { cuts: 1, seconds: 1_800, dir: 'logs' };

/** @param {string} name @param {import('./history.mjs').Violation[]} [violations] */
const finding = (name, violations = []) => ({
  name,
  acknowledged: 100,
  lost: violations.length,
  doubled: 0,
  reordered: 0,
  level: 2_000,
  outbox: 0,
  slowest: 1_500,
  retried: 0,
  violations,
});

/** The names of a run's next faults. @param {import('./long-state.mjs').State} state @param {number} count */
function follow(state, count) {
  const names = [];
  for (let at = state; names.length < count; at = withFinding(at, finding(String(names.at(-1))), MORE))
    names.push(nextFault(at));
  return names;
}

describe('a long run', () => {
  it('has every fault in each round, and power cuts six times', () => {
    const names = follow(newState(7, NAMES), 16);
    for (const round of [names.slice(0, 8), names.slice(8)])
      expect(round.toSorted()).toEqual([...Array.from({ length: 6 }, () => 'cut-nats'), 'roll', 'storm']);
  });

  it('repeats its order with its seed', () => {
    expect(follow(newState(7, NAMES), 30)).toEqual(follow(newState(7, NAMES), 30));
    expect(follow(newState(7, NAMES), 30)).not.toEqual(follow(newState(1_000, NAMES), 30));
  });

  it('goes on where it was stopped', () => {
    const file = join(temporaryFolder('long'), 'state.json');
    expect(readState(file)).toBeNull();
    let state = newState(7, NAMES);
    for (let turn = 0; turn < 4; turn += 1) state = withFinding(state, finding(nextFault(state)), MORE);
    saveState(file, state);
    const found = readState(file) ?? newState(0, []);
    expect(found).toEqual(state);
    expect(follow(found, 8)).toEqual(follow(newState(7, NAMES), 12).slice(4));
  });

  it('counts messages, power cuts and violations in its table', () => {
    const broken = [{ property: 'no acknowledged message is lost', detail: 'send 4' }];
    const state = withFinding(withFinding(newState(7, NAMES), finding('roll'), MORE), finding('roll', broken), MORE);
    expect(tableOf(state)).toContain(
      'Seed 7: 200 messages acknowledged, 2 faults, 2 power cuts, 1 violations, 1.0 hours.',
    );
    expect(tableOf(state)).toContain('| roll | 2 | 200 | 1 | 2.0 | 1.5 | 1 |');
    expect(state.violations).toEqual([{ fault: 'roll', ...broken[0], dir: 'logs' }]);
  });
});
