import type { ExportView } from '@duet/contracts';
import { DAY } from '@duet/service-kit';
import type { DataExport } from './data-export.entity.js';

/** Milliseconds after which an export that media never picked up counts as failed. Media itself gives up within an hour. */
const MAX_PREPARATION = DAY;

/** Whether media may still be preparing the export. */
export const isPreparing = ({ status, requestedAt }: DataExport, now: Date): boolean =>
  status === 'preparing' && now.getTime() - requestedAt.getTime() < MAX_PREPARATION;

/** An export as its user sees it. An expired one counts as none, one that was never prepared as failed. */
export function exportView(row: DataExport | null, now: Date): ExportView {
  if (!row || (row.expiresAt && row.expiresAt <= now)) return { status: 'none', requestedAt: null, expiresAt: null };
  const requestedAt = row.requestedAt.toISOString();
  if (row.expiresAt) return { status: 'ready', requestedAt, expiresAt: row.expiresAt.toISOString() };
  return { status: isPreparing(row, now) ? 'preparing' : 'failed', requestedAt, expiresAt: null };
}
