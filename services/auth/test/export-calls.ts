import {
  type ExportRequested,
  LIMITS,
  type RequestExportDto,
  exportReady,
  exportRequested,
  getExport,
  getExportLink,
  requestExport,
} from '@duet/contracts';
import { PASSWORD, eventually } from '@duet/testing';
import type { MailedAuth } from './mailed-auth.js';
import { DAY, type Person } from './running-auth.js';

export const NONE = { status: 'none', requestedAt: null, expiresAt: null };

/** The calls about exports, and the events of media. */
export function exportCalls(scene: () => MailedAuth) {
  const startExport = (person: Person, proof: RequestExportDto = { password: PASSWORD }) =>
    scene().auth.bus.call(requestExport, proof, person.caller);
  const refused = async (person: Person, proof: object) =>
    (await scene().auth.bus.refusal(requestExport, proof, person.caller)).code;
  const linkFor = (person: Person) => scene().auth.bus.call(getExportLink, {}, person.caller);
  const exportOf = (person: Person) => scene().auth.bus.call(getExport, {}, person.caller);

  /** The event of a user's newest request, as media gets it. */
  const requestOf = ({ account: { id } }: Person, count = 1): Promise<ExportRequested> =>
    eventually(async () => {
      const requests = (await scene().auth.bus.events(exportRequested)).filter(({ userId }) => userId === id);
      const newest = requests.at(-1);
      if (!newest || requests.length < count) throw new Error(`${requests.length} of ${count} requests`);
      return newest;
    });

  async function publishReady(
    { exportId, userId }: ExportRequested,
    expiresAt = scene().auth.clock.in(LIMITS.exportDays * DAY),
  ): Promise<void> {
    await scene().auth.bus.publish(exportReady, userId, {
      exportId,
      userId,
      readyAt: scene().auth.clock.now().toISOString(),
      expiresAt: expiresAt.toISOString(),
    });
  }

  return { startExport, refused, linkFor, exportOf, requestOf, publishReady };
}
