import type { StorageUse } from '@duet/contracts';
import { Controller, Get, Inject } from '@nestjs/common';
import { type Answer, ok } from '../http/answers.js';
import { type Exchange, HttpExchange } from '../http/exchange.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import { MediaClient } from '../media/media-client.js';
import { STORAGE } from './partners.limits.js';

/** The couple's storage quota. */
@Controller('partners/storage')
export class StorageController {
  constructor(@Inject(MediaClient) private readonly media: MediaClient) {}

  /**
   * Return the use of the couple's storage quota, in bytes.
   *
   * The partner's files count in whole steps of 100 MB, so that no sum tells the size of something sealed.
   *
   * @refuses NO_PARTNER
   */
  @Get()
  @RateLimit(STORAGE)
  async read(@HttpExchange() exchange: Exchange): Promise<Answer<StorageUse>> {
    return ok(await this.media.readStorageUse(exchange));
  }
}
