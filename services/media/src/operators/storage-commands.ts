import { LIMITS } from '@duet/contracts';
import { type AdminCommand, AdminRefusal } from '@duet/service-kit';
import { isUUID } from 'class-validator';
import { type StoredBytes, readStorage } from './storage.queries.js';

const LISTED = 20;

const shareOf = ({ bytes, ...row }: StoredBytes) => ({
  ...row,
  bytes: Number(bytes),
  percentOfQuota: Math.round((Number(bytes) / LIMITS.coupleBytes) * 1_000) / 10,
});

/** The commands of `duet-admin` about storage. */
export const storageCommands: AdminCommand[] = [
  {
    words: 'storage list',
    parameters: [],
    help: `the ${LISTED} couples that store most`,
    run: async (database) => (await readStorage(database, [null, LISTED])).map(shareOf),
  },
  {
    words: 'storage show',
    parameters: ['COUPLE'],
    help: 'bytes of one couple, and whether its purge has begun',
    run: async (database, [id = '']) => {
      const [row] = isUUID(id) ? await readStorage(database, [id, 1]) : [];
      if (!row) throw new AdminRefusal('There is no such couple.');
      return shareOf(row);
    },
  },
];
