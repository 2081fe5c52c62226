import { AVATAR_KEY, AVATAR_SIZES, type AvatarView } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, ok } from '../http/answers.js';
import { NoDeadline } from '../http/deadline.interceptor.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import type { Limit } from '../limits/rate-limits.js';
import { Public } from '../session/session.guard.js';
import { MediaClient } from './media-client.js';

/** Each upload costs the work of decoding it. */
const UPLOAD_AVATAR: Limit = { name: 'upload-avatar', rates: [{ by: 'user', points: 20, seconds: 600 }] };

/** The caller's own picture. */
@Controller('users')
export class AvatarsController {
  constructor(@Inject(MediaClient) private readonly media: MediaClient) {}

  @Post('avatar')
  @HttpCode(200)
  @NoDeadline()
  @RateLimit(UPLOAD_AVATAR)
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: { type: 'object', required: ['avatar'], properties: { avatar: { type: 'string', format: 'binary' } } } })
  async upload(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Answer<AvatarView>> {
    return ok(await this.media.uploadAvatar(request, reply));
  }

  @Delete('avatar')
  async remove(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Answer<AvatarView>> {
    return ok(await this.media.removeAvatar(request, reply));
  }
}

/** Pictures for <img>, which carries no token: the address itself is the secret. */
@Controller('media/avatars')
export class AvatarPicturesController {
  constructor(@Inject(MediaClient) private readonly media: MediaClient) {}

  @Get(':key/:file')
  @Public()
  async show(
    @Param('key') key: string,
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const size = AVATAR_SIZES.find((one) => file === `${one}.webp`);
    if (size === undefined || !AVATAR_KEY.test(key)) throw new AppError('NOT_FOUND');
    const { stream, headers } = await this.media.avatar(request, reply, key, size);
    void reply.headers(headers);
    return new StreamableFile(stream);
  }
}
