import type { ServerToClientEvents } from '@duet/contracts';
import type { LiveTools } from '../../sync/index.js';

export const authHandlers = ({ invalidate, reloadAccount }: LiveTools) =>
  ({
    account_updated: () => {
      reloadAccount();
      invalidate(['SecondFactor']);
    },
  }) satisfies Partial<ServerToClientEvents>;
