import { AppError } from '@duet/service-kit';
import { Controller, Get, Inject, Param, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimit } from '../limits/rate-limit.guard.js';
import type { Limit } from '../limits/rate-limits.js';
import { Public } from '../session/session.guard.js';
import { MediaClient } from './media-client.js';

/** The three parts of a signed link; anything else is not worth asking about. */
const LINK = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** A link cannot be guessed; this bounds how often one is loaded, and how often signatures are checked. */
const LOAD_EXPORT: Limit = { name: 'load-export', rates: [{ by: 'ip', points: 60, seconds: 15 * 60 }] };

/** The ZIP of a data export, for whoever has its link: it is opened from a mail too, where nobody is signed in. */
@Controller('media/exports')
export class ExportFilesController {
  constructor(@Inject(MediaClient) private readonly media: MediaClient) {}

  @Get(':token')
  @Public()
  @RateLimit(LOAD_EXPORT)
  async load(@Param('token') token: string, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    if (!LINK.test(token)) throw new AppError('NOT_FOUND');
    const { stream, headers } = await this.media.dataExport(request, reply, token);
    void reply.headers(headers);
    return new StreamableFile(stream);
  }
}
