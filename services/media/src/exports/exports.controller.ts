import { AppError } from '@duet/service-kit';
import { Controller, Get, Inject, Param, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ObjectStore } from '../storage/object-store.js';
import { ExportsService } from './exports.service.js';

/** Nobody keeps a copy on the way, and no browser takes it for anything but a file. */
const FILE_HEADERS = {
  'content-type': 'application/zip',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** Finished exports, for the gateway. The link is the permission. */
@Controller('exports')
export class ExportsController {
  constructor(
    @Inject(ExportsService) private readonly exports: ExportsService,
    @Inject(ObjectStore) private readonly store: ObjectStore,
  ) {}

  @Get(':link')
  async load(@Param('link') link: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    const found = await this.exports.find(link);
    const stream = found && (await this.store.openLarge(found.name, found.bytes));
    if (!stream) throw new AppError('NOT_FOUND');
    const day = found.readyAt.toISOString().slice(0, 10);
    void reply.headers({ ...FILE_HEADERS, 'content-length': found.bytes, 'content-disposition': `attachment; filename="duet-${day}.zip"` });
    return new StreamableFile(stream);
  }
}
