import { type AdminCommand, AdminRefusal, type InstallationKeys } from '@duet/service-kit';
import { isUUID } from 'class-validator';
import { openReport } from './report-content.js';
import { Report } from './report.entity.js';

/** The commands of `duet-admin` that read reports. JSON escapes what a terminal would obey. */
export const reportCommands = (keys: InstallationKeys): AdminCommand[] => [
  {
    words: 'reports list',
    parameters: [],
    run: async (database) => {
      const rows = await database.manager.find(Report, { order: { filedAt: 'DESC', id: 'ASC' } });
      const lines = rows.map((row) => {
        const { reporter, reported, reason, messages } = openReport(keys, row);
        const about = `@${reporter.username} about @${reported.username}`;
        return `${row.filedAt.toISOString()}  ${row.id}  ${reason}  ${about}  messages: ${messages.length}`;
      });
      return lines.join('\n') || 'There are no reports.';
    },
  },
  {
    words: 'reports show',
    parameters: ['ID'],
    run: async (database, [id]) => {
      const row = isUUID(id) ? await database.manager.findOneBy(Report, { id: String(id) }) : null;
      if (!row) throw new AdminRefusal('There is no such report.');
      return JSON.stringify({ id: row.id, filedAt: row.filedAt, ...openReport(keys, row) }, null, 2);
    },
  },
];
