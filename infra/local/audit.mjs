import { failed, passed, skipped } from './results.mjs';

/** Set for a release: an audit without an answer of the registry, and a test without its program, is then a failure, not a skip. */
export const IS_RELEASE = process.env.DUET_RELEASE === 'yes';

export const TITLE = 'No known vulnerability in production packages';

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Judges the output of `npm audit --json`. Without an answer of the registry the audit is skipped, or fails in a release.
 * @param {string} report its output
 * @param {boolean} isRelease
 * @returns {import('./results.mjs').Outcome}
 */
export function judgeAudit(report, isRelease) {
  const counts = parse(report)?.metadata?.vulnerabilities;
  if (counts !== undefined) return counts.high + counts.critical > 0 ? failed(TITLE) : passed();
  const unknown = `${TITLE}: the registry did not answer npm audit`;
  return isRelease ? failed(unknown) : skipped(unknown);
}
