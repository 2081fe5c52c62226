import { AVATAR_KEY, AVATAR_SIZES, type Actor, type AvatarView, LIMITS } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Req,
  Res,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BearerGuard, BearerActor } from '../http/bearer.guard.js';
import { disconnectSignal } from '../uploads/disconnect-signal.js';
import { receiveFiles } from '../uploads/receive-files.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { AvatarsService } from './avatars.service.js';

interface Answer<T> {
  success: true;
  data: T;
}

const FIELD = 'avatar';

/** The bytes of a key never change, so caches need not revalidate them. */
const PICTURE_HEADERS = {
  'content-type': 'image/webp',
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
};

/** Uploads, removals and downloads of avatars, for the gateway. */
@Controller('avatars')
export class AvatarsController {
  constructor(
    @Inject(AvatarsService) private readonly avatars: AvatarsService,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(BearerGuard)
  async upload(
    @BearerActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<AvatarView>> {
    return this.folder.lend(async (folder) => {
      const [file] = (await receiveFiles(request, { field: FIELD, folder, files: 1, fileBytes: LIMITS.avatarBytes }))
        .files;
      if (!file) throw new AppError('AVATAR_MISSING');
      if (file.truncated) throw new AppError('AVATAR_TOO_LARGE');
      const requester = { userId: actor.userId, signal: disconnectSignal(reply) };
      return { success: true, data: await this.avatars.replace(requester, file) };
    });
  }

  @Delete()
  @UseGuards(BearerGuard)
  async remove(@BearerActor() actor: Actor): Promise<Answer<AvatarView>> {
    return { success: true, data: await this.avatars.remove(actor.userId) };
  }

  @Get(':key/:file')
  async show(
    @Param('key') key: string,
    @Param('file') file: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const size = AVATAR_SIZES.find((one) => file === `${one}.webp`);
    const picture = size !== undefined && AVATAR_KEY.test(key) ? await this.avatars.open(key, size) : null;
    if (!picture) throw new AppError('NOT_FOUND');
    void reply.headers({ ...PICTURE_HEADERS, 'content-length': picture.length });
    return new StreamableFile(picture);
  }
}
