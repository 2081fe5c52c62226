import type { ExportView } from '@duet/contracts';
import type { DataExport } from './data-export.entity.js';

/** Media gives up within the hour; this long an export waits for media to be there at all, in milliseconds. */
const OPEN = 24 * 60 * 60 * 1000;

/** Whether it is being prepared still. */
export const isOpen = ({ status, requestedAt }: DataExport, now: Date): boolean => status === 'preparing' && now.getTime() - requestedAt.getTime() < OPEN;

/** An export as its person sees it: one that ran out is none, one that nobody prepared has failed. */
export function exportView(row: DataExport | null, now: Date, path: (ready: { id: string; expiresAt: Date }) => string): ExportView {
  if (!row || (row.expiresAt && row.expiresAt <= now)) return { status: 'none', requestedAt: null, expiresAt: null, url: null };
  const requestedAt = row.requestedAt.toISOString();
  if (row.expiresAt) {
    return { status: 'ready', requestedAt, expiresAt: row.expiresAt.toISOString(), url: path({ id: row.id, expiresAt: row.expiresAt }) };
  }
  return { status: isOpen(row, now) ? 'preparing' : 'failed', requestedAt, expiresAt: null, url: null };
}
