import { AppError } from '@duet/service-kit';
import { Controller, Get, Inject, Param, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { ExportsService } from './exports.service.js';

/** No cache stores the file, and no browser displays it. */
const FILE_HEADERS = {
  'content-type': 'application/zip',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

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
    const day = found.readyAt.toISOString().slice(0, 10);
    void reply.headers({
      ...FILE_HEADERS,
      'content-length': found.bytes,
      'content-disposition': `attachment; filename="duet-${day}.zip"`,
    });
    return new StreamableFile(stream);
  }
}
