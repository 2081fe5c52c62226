import { AVATAR_KEY, AVATAR_SIZES, type AvatarView } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, ok } from '../http/answers.js';
import { NoDeadline } from '../http/deadline.interceptor.js';
import { RateLimit } from '../limits/rate-limit.guard.js';
import type { Limit } from '../limits/rate-limits.js';
import { Public } from '../session/session.guard.js';
import { MediaClient } from './media-client.js';

/** Each upload has to be decoded. */
const UPLOAD_AVATAR: Limit = { name: 'upload-avatar', rates: [{ by: 'user', points: 20, seconds: 600 }] };

/** Browsers cache pictures for good; the limit bounds the load of one address on the object store. */
export const LOAD_AVATAR: Limit = { name: 'load-avatar', rates: [{ by: 'ip', points: 3_000, seconds: 60 }] };

/** The caller's profile picture. */
@Controller('users')
export class AvatarsController {
  constructor(@Inject(MediaClient) private readonly media: MediaClient) {}

  /**
   * Replace the caller's profile picture.
   *
   * @form avatar
   * @refuses AVATAR_MISSING AVATAR_TOO_LARGE AVATAR_TYPE_UNSUPPORTED AVATAR_UNREADABLE AVATAR_TOO_MANY_PIXELS USER_NOT_FOUND
   */
  @Post('avatar')
  @HttpCode(200)
  @NoDeadline()
  @RateLimit(UPLOAD_AVATAR)
  async upload(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<AvatarView>> {
    return ok(await this.media.uploadAvatar(request, reply));
  }

  /**
   * Remove the caller's profile picture.
   *
   * @refuses USER_NOT_FOUND
   */
  @Delete('avatar')
  async remove(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<AvatarView>> {
    return ok(await this.media.removeAvatar(request, reply));
  }
}

/** Profile pictures for <img>, which cannot send a token: the URL itself is the secret. */
@Controller('media/avatars')
export class AvatarPicturesController {
  constructor(@Inject(MediaClient) private readonly media: MediaClient) {}

  /**
   * Download a profile picture.
   *
   * Needs no token, because `<img>` cannot send one. The random key in the path is the secret.
   *
   * @produces image/webp
   */
  @Get(':key/:file')
  @Public()
  @RateLimit(LOAD_AVATAR)
  async show(
    @Param('key') key: string,
    @Param('file') file: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const size = AVATAR_SIZES.find((one) => file === `${one}.webp`);
    if (size === undefined || !AVATAR_KEY.test(key)) throw new AppError('NOT_FOUND');
    const { stream, headers } = await this.media.loadAvatar(request, reply, key, size);
    void reply.headers(headers);
    return new StreamableFile(stream);
  }
}
