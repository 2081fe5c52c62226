import { AppError } from '@duet/service-kit';
import { Controller, Get, Inject, Param, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { zipHeaders } from '../http/zip-headers.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { ExportsService } from './exports.service.js';

/** Downloads of exports, for the gateway, which rejects links of ended sessions. */
@Controller('exports')
export class ExportsController {
  constructor(
    @Inject(ExportsService) private readonly exports: ExportsService,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
  ) {}

  @Get(':link')
  async load(@Param('link') link: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    const found = await this.exports.find(link);
    const stream = found && (await this.objects.openLarge(found));
    if (!stream) throw new AppError('NOT_FOUND');
    void reply.headers(zipHeaders(`duet-${found.readyAt.toISOString().slice(0, 10)}.zip`, found.bytes));
    return new StreamableFile(stream);
  }
}
