import type { ReportRecord } from '@duet/contracts';
import { escape } from './export-escape.js';

const WORDS: Record<ReportRecord['reason'], string> = {
  harassment: 'harassment',
  threat: 'a threat',
  impersonation: 'impersonation',
  minor: 'a minor',
  spam: 'spam',
  other: 'another reason',
};

/** The user's own reports, without the reported person. @param day formats an instant */
export function reportsSection(reports: readonly ReportRecord[], day: (at: string) => string): string {
  if (reports.length === 0) return '';
  const rows = reports.map(({ reason, text, at }) => {
    const words = text === '' ? '' : `: <bdi>${escape(text)}</bdi>`;
    return `<li>You reported ${WORDS[reason]}${words} <span class="soft">${escape(day(at))}</span></li>`;
  });
  return `<section aria-labelledby="reports"><h2 id="reports">Reports</h2><ul>${rows.join('')}</ul></section>\n`;
}
