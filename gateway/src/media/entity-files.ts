import type { AllowedFilesDto, FileOwner, EntityFileView } from '@duet/contracts';
import { LOGGER, type Log } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Exchange } from '../http/exchange.js';
import { MediaClient } from './media-client.js';

/**
 * Joins what an entity's service says of files with what media says. The service answers with the files that the viewer may
 * load and the access epoch, and media describes them and signs links for that epoch.
 */
@Injectable()
export class EntityFiles {
  constructor(
    @Inject(MediaClient) private readonly media: MediaClient,
    @Inject(LOGGER) private readonly log: Log,
  ) {}

  /** Descriptions with links by file id. Without media's answer there are none, and the words are readable all the same. */
  async describeIfPossible(
    exchange: Exchange,
    owners: readonly AllowedFilesDto[],
  ): Promise<Map<string, EntityFileView>> {
    const withFiles = owners.filter(({ ids }) => ids.length > 0);
    if (withFiles.length === 0) return new Map();
    try {
      const { files } = await this.media.describeFiles(exchange, withFiles);
      return new Map(files.map(({ id, file }) => [id, file]));
    } catch (cause) {
      this.log.warn({ err: cause }, 'file description failed');
      return new Map();
    }
  }

  /**
   * Ends links of earlier epochs. A press that may take access away is answered only after this; when it fails, the client
   * repeats the press, which changes nothing more. The repeat of a deletion finds nothing: then the event of the owning
   * service ends the links.
   * @throws AppError UNAVAILABLE, TIMEOUT
   */
  async endEarlierLinks(exchange: Exchange, owner: FileOwner, epoch: number): Promise<void> {
    if (epoch > 0) await this.media.setAccessEpoch(exchange, { ...owner, epoch });
  }
}
