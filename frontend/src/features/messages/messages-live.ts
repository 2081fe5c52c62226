import type { ServerToClientEvents } from '@duet/contracts';
import type { LiveTools, Tags } from '../../sync/index.js';

/** The data of the conversation that the catch-up does not contain. */
export const messagesReconnectTags: Tags = ['Scheduled', 'Draft', 'Pinned'];

export const messagesHandlers = ({ invalidate }: LiveTools) =>
  ({
    scheduled_updated: () => invalidate(['Scheduled']),
  }) satisfies Partial<ServerToClientEvents>;
