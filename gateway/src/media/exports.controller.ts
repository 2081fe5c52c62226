import { EXPORT_LINK } from '@duet/service-kit';
import { Controller, Get, Inject, Param, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimit } from '../limits/rate-limit.guard.js';
import type { Limit } from '../limits/rate-limits.js';
import { OnlyDownloadLink } from '../session/session.guard.js';
import { MediaClient } from './media-client.js';

/** A link cannot be guessed; the limit bounds downloads and the work of verifying signatures. */
const LOAD_EXPORT: Limit = { name: 'load-export', rates: [{ by: 'ip', points: 60, seconds: 15 * 60 }] };

/** The ZIP file of a data export. A browser download cannot send a token, so the link names its session and expires with it. */
@Controller('media/exports')
export class ExportFilesController {
  constructor(@Inject(MediaClient) private readonly media: MediaClient) {}

  /**
   * Download a data export.
   *
   * The link stops working when the session that requested it ends.
   *
   * @produces application/zip
   * @refuses NOT_FOUND
   */
  @Get(':token')
  @OnlyDownloadLink(EXPORT_LINK)
  @RateLimit(LOAD_EXPORT)
  async load(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { stream, headers } = await this.media.loadExport(request, reply, token);
    void reply.headers(headers);
    return new StreamableFile(stream);
  }
}
