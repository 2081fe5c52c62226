import { describe, expect, it } from '@jest/globals';
import { TITLE, judgeAudit } from './audit.mjs';
import { totalsLine } from './results.mjs';

/** @param {number} high @param {number} critical */
const report = (high, critical) => JSON.stringify({ metadata: { vulnerabilities: { low: 3, high, critical } } });

describe('npm audit', () => {
  it.each([
    [report(0, 0), 'passed'],
    [report(1, 0), 'failed'],
    [report(0, 1), 'failed'],
  ])('with the report %s counts as %s', (text, outcome) => {
    for (const isRelease of [false, true]) expect(judgeAudit(text, isRelease)).toMatchObject({ [outcome]: 1 });
  });

  it.each(['', '{"error":{"code":"ENOTFOUND"}}', '<html>'])(
    'without an answer is named among the skipped checks, and fails a release',
    (text) => {
      expect(totalsLine(judgeAudit(text, false))).toBe(
        `0 passed, 0 failed, 1 skipped (${TITLE}: the registry did not answer npm audit)`,
      );
      expect(judgeAudit(text, true).failures).toEqual([`${TITLE}: the registry did not answer npm audit`]);
    },
  );
});
