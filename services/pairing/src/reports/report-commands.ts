import { type AdminCommand, AdminRefusal, type InstallationKeys } from '@duet/service-kit';
import { isUUID } from 'class-validator';
import { openReport } from './report-content.js';
import { Report } from './report.entity.js';

/** The commands of `duet-admin` that read reports. */
export const reportCommands = (keys: InstallationKeys): AdminCommand[] => [
  {
    words: 'reports list',
    parameters: [],
    help: 'all reports of abuse',
    run: async (database) => {
      const rows = await database.manager.find(Report, { order: { filedAt: 'DESC', id: 'ASC' } });
      return rows.map((row) => {
        const { reporter, reported, reason, messages } = openReport(keys, row);
        return {
          id: row.id,
          filedAt: row.filedAt,
          reason,
          reporter: reporter.username,
          reported: reported.username,
          messages: messages.length,
        };
      });
    },
  },
  {
    words: 'reports show',
    parameters: ['ID'],
    help: 'one report with the words of its messages',
    run: async (database, [id]) => {
      const row = isUUID(id) ? await database.manager.findOneBy(Report, { id: String(id) }) : null;
      if (!row) throw new AdminRefusal('There is no such report.');
      return { id: row.id, filedAt: row.filedAt, ...openReport(keys, row) };
    },
  },
];
