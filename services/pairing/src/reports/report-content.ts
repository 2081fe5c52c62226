import type { ReportReason, ReportableMessage } from '@duet/contracts';
import { type InstallationKeys } from '@duet/service-kit';
import type { Report } from './report.entity.js';

/** A person as the reporter saw them. */
export interface NamedPerson {
  id: string;
  username: string;
  fullName: string;
}

/** The content of a report, as its author saw it. */
export interface ReportContent {
  reporter: NamedPerson;
  reported: NamedPerson;
  reason: ReportReason;
  text: string;
  messages: ReportableMessage[];
}

/** Seals a report's content for its row. */
export const sealReport = (
  keys: InstallationKeys,
  id: string,
  content: ReportContent,
): Pick<Report, 'sealed' | 'sealedBy'> => keys.seal(Buffer.from(JSON.stringify(content)), id);

/** @throws Error when no configured key has sealed it for this row */
export const openReport = (keys: InstallationKeys, row: Pick<Report, 'id' | 'sealed' | 'sealedBy'>): ReportContent =>
  // Only `sealReport` writes these bytes, and a changed one does not open.
  JSON.parse(keys.open(row, row.id).toString()) as ReportContent;
