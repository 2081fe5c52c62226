import type { Actor } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Controller, Get, Inject, Param, Req, Res, StreamableFile, UseGuards } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { safeFilename } from '../files/safe-filename.js';
import { BearerActor, BearerGuard, bearerOf } from '../http/bearer.guard.js';
import { disposition } from '../http/disposition.js';
import { disconnectSignal } from '../uploads/disconnect-signal.js';
import { ArchivesService } from './archives.service.js';

/** No cache stores the file, and no browser displays it. */
const FILE_HEADERS = {
  'content-type': 'application/zip',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

/** Downloads of capsules, for the gateway. memories decides whether the caller may take a copy. */
@Controller('capsule-archives')
@UseGuards(BearerGuard)
export class ArchivesController {
  constructor(@Inject(ArchivesService) private readonly archives: ArchivesService) {}

  @Get(':id')
  async load(
    @BearerActor() actor: Actor,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    if (!isUUID(id)) throw new AppError('CAPSULE_NOT_FOUND');
    const call = { token: bearerOf(request), requestId: request.id };
    const { title, stream } = await this.archives.write(call, actor, id, disconnectSignal(reply));
    const name = disposition('attachment', safeFilename(`${title.replaceAll(/[/\\]/g, ' ')}.zip`));
    void reply.headers({ ...FILE_HEADERS, 'content-disposition': name });
    return new StreamableFile(stream);
  }
}
