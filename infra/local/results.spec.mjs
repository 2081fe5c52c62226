import { describe, expect, it } from '@jest/globals';
import {
  failed,
  filesToRepeat,
  jestOutcome,
  passed,
  playwrightOutcome,
  skipped,
  total,
  totalsLine,
} from './results.mjs';

/** @param {string} name @param {string} status @param {import('./results.mjs').JestSuite['assertionResults']} assertionResults */
const suite = (name, status, assertionResults = []) => ({ name, status, assertionResults });
const good = { status: 'passed', fullName: 'says yes' };
const bad = { status: 'failed', fullName: 'says no' };

describe('results of npm test', () => {
  it('are summed up in one line', () => {
    expect(totalsLine(total([passed(), passed(), failed('Lint'), skipped('No answer')]))).toBe(
      '2 passed, 1 failed, 1 skipped (No answer)',
    );
    expect(totalsLine(passed())).toBe('1 passed, 0 failed, 0 skipped');
    expect(total([passed(), failed('Lint')]).failures).toEqual(['Lint']);
  });

  it('name unstable tests beside skipped checks, and count them as passed', () => {
    const unstable = { ...passed(), unstable: ['a.spec.ts: waits'] };
    expect(totalsLine(total([unstable, skipped('No answer')]))).toBe(
      '1 passed, 0 failed, 1 skipped (No answer; Unstable: a.spec.ts: waits)',
    );
  });

  it('count a Jest suite that failed outside of its tests, or could not be loaded, as a failure', () => {
    const testResults = [
      suite('good', 'passed', [good, { status: 'pending' }, { status: 'todo' }]),
      suite('bad', 'failed', [good, bad]),
      suite('unclean', 'failed', [good]),
      suite('broken', 'failed'),
    ];
    expect(jestOutcome({ testResults })).toEqual({
      passed: 3,
      failed: 3,
      skipped: 2,
      failures: ['bad: says no', 'unclean: failed outside of its tests', 'broken: could not be run'],
      skips: [],
      unstable: [],
    });
  });

  it('take a file that passed its second run as passed and unstable, and keep one that failed again', () => {
    const first = {
      testResults: [
        suite('good', 'passed', [good]),
        suite('once', 'failed', [good, bad]),
        suite('unloaded once', 'failed'),
        suite('twice', 'failed', [good, bad]),
        suite('lost', 'failed', [bad]),
      ],
    };
    const second = {
      testResults: [
        suite('once', 'passed', [good, { ...bad, status: 'passed' }]),
        suite('unloaded once', 'passed', [good]),
        suite('twice', 'failed', [good, bad]),
      ],
    };
    expect(filesToRepeat(first)).toEqual(['once', 'unloaded once', 'twice', 'lost']);
    expect(jestOutcome(first, second)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 0,
      failures: ['twice: says no', 'lost: says no'],
      skips: [],
      unstable: ['once: says no', 'unloaded once: could not be run'],
    });
  });

  it('ask for no second run when everything passed, or more than five files failed', () => {
    const failing = (/** @type {number} */ count) => ({
      testResults: Array.from({ length: count }, (_, index) => suite(`${index}`, 'failed')),
    });
    expect(filesToRepeat({ testResults: [suite('good', 'passed', [good])] })).toEqual([]);
    expect(filesToRepeat(failing(5))).toHaveLength(5);
    expect(filesToRepeat(failing(6))).toEqual([]);
  });

  it('count a browser test that passed its second run as passed and unstable, and an error outside of tests as failed', () => {
    const report = {
      stats: { expected: 4, flaky: 1, unexpected: 1, skipped: 2 },
      suites: [
        {
          specs: [],
          suites: [
            {
              specs: [
                { ok: false, file: 'chat.spec.ts', title: 'sends', tests: [{ status: 'unexpected' }] },
                { ok: true, file: 'chat.spec.ts', title: 'reads', tests: [{ status: 'expected' }] },
                { ok: true, file: 'chat.spec.ts', title: 'shows', tests: [{ status: 'flaky' }] },
              ],
            },
          ],
        },
      ],
      errors: [{ message: 'set-up failed\nat …' }],
    };
    expect(playwrightOutcome(report)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
      failures: ['chat.spec.ts: sends', 'end to end: set-up failed'],
      skips: [],
      unstable: ['chat.spec.ts: shows'],
    });
  });
});
