import type { FileAddresses } from '../../sync/index.js';
import type { Track } from './voice-player.js';

/** The address of a stored voice note for the player; after a URL that did not load, a new one. */
export const trackAddress =
  (addresses: FileAddresses, id: string): Track['address'] =>
  async (isRetry) => {
    const failed = isRetry ? addresses.cached(id, 'original') : null;
    if (failed !== null) addresses.drop(id, failed);
    return addresses.fetch(id, 'original');
  };
