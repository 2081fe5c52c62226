import type { ServerToClientEvents } from '@duet/contracts';
import type { LiveTools } from '../../../sync/index.js';

export const onThisDayHandlers = ({ invalidate }: LiveTools) =>
  ({
    on_this_day_updated: () => invalidate(['OnThisDay']),
  }) satisfies Partial<ServerToClientEvents>;
