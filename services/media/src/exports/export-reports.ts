import type { ReportRecord } from '@duet/contracts';
import type { PageTexts } from '../texts/index.js';
import { escape } from './export-escape.js';

/** The user's own reports, without the reported person. @param day formats an instant */
export function reportsSection(
  texts: PageTexts,
  reports: readonly ReportRecord[],
  day: (at: string) => string,
): string {
  if (reports.length === 0) return '';
  const rows = reports.map(({ reason, text, at }) => {
    const words = text === '' ? '' : `: <bdi>${escape(text)}</bdi>`;
    return `<li>${texts.reported[reason]}${words} <span class="soft">${escape(day(at))}</span></li>`;
  });
  return `<section aria-labelledby="reports"><h2 id="reports">${texts.reports}</h2><ul>${rows.join('')}</ul></section>\n`;
}
