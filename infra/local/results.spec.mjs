import { describe, expect, it } from '@jest/globals';
import { failed, jestOutcome, passed, playwrightOutcome, skipped, total, totalsLine } from './results.mjs';

describe('results of npm test', () => {
  it('end in one line', () => {
    expect(totalsLine(total([passed(), passed(), failed('Lint'), skipped()]))).toBe('2 passed, 1 failed, 1 skipped');
    expect(total([passed(), failed('Lint')]).failures).toEqual(['Lint']);
  });

  it('count a Jest suite that could not be loaded as a failure', () => {
    const suite = (/** @type {string} */ name, /** @type {string} */ status, /** @type {{status: string, fullName?: string}[]} */ assertionResults) => ({ name, status, assertionResults });
    const report = {
      numPassedTests: 3, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1,
      testResults: [suite('good', 'passed', [{ status: 'passed' }]), suite('bad', 'failed', [{ status: 'failed', fullName: 'says no' }]), suite('broken', 'failed', [])],
    };
    expect(jestOutcome(report)).toEqual({ passed: 3, failed: 2, skipped: 2, failures: ['broken: could not be run', 'bad: says no'] });
  });

  it('count a flaky browser test as passed and an error outside of tests as failed', () => {
    const report = {
      stats: { expected: 4, flaky: 1, unexpected: 1, skipped: 2 },
      suites: [{ specs: [], suites: [{ specs: [{ ok: false, file: 'chat.spec.ts', title: 'sends' }, { ok: true, file: 'chat.spec.ts', title: 'reads' }] }] }],
      errors: [{ message: 'set-up failed\nat …' }],
    };
    expect(playwrightOutcome(report)).toEqual({ passed: 5, failed: 2, skipped: 2, failures: ['chat.spec.ts: sends', 'end to end: set-up failed'] });
  });
});
