import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AdminCommand, AdminRefusal } from '@duet/service-kit';
import { isUUID } from 'class-validator';
import type { DataSource } from 'typeorm';
import type { SealedObjects } from '../sealing/sealed-objects.js';
import { ReportFile } from './report-file.entity.js';

/** The commands of `duet-admin` that read reported files. @param objectsOf opens objects with the keys in a database */
export const reportCommands = (objectsOf: (database: DataSource) => SealedObjects): AdminCommand[] => [
  {
    words: 'reports files',
    parameters: ['ID', 'FOLDER'],
    help: 'writes the files of a report into a folder',
    run: async (database, [reportId, folder = '']) => {
      const files = isUUID(reportId) ? await database.manager.findBy(ReportFile, { reportId: String(reportId) }) : [];
      if (files.length === 0) throw new AdminRefusal('There are no files of such a report.');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const written: { file: string; path: string | null; state: string }[] = [];
      for (const { fileId, object, bytes, sha256, source } of files) {
        // The name that a sender chose must not reach a path; `reports show` has it.
        const path = join(folder, fileId);
        if (object) await objectsOf(database).fetchFile({ name: object, bytes, sealed: true }, path, sha256);
        const state = source ? 'not copied yet' : 'lost before it was copied';
        written.push({ file: fileId, path: object ? path : null, state: object ? 'written' : state });
      }
      return written;
    },
  },
];
