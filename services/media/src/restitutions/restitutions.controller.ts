import type { Actor, RestitutionList } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Controller, Get, Inject, Param, Res, StreamableFile, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BearerActor, BearerGuard } from '../http/bearer.guard.js';
import { zipHeaders } from '../http/zip-headers.js';
import { SealedObjects } from '../sealing/sealed-objects.js';
import { RestitutionsService } from './restitutions.service.js';

/** Restitutions, for the gateway, which rejects links of ended sessions. */
@Controller('restitutions')
export class RestitutionsController {
  constructor(
    @Inject(RestitutionsService) private readonly restitutions: RestitutionsService,
    @Inject(SealedObjects) private readonly objects: SealedObjects,
  ) {}

  @Get()
  @UseGuards(BearerGuard)
  async list(@BearerActor() { userId }: Actor): Promise<{ success: true; data: RestitutionList }> {
    return { success: true, data: { restitutions: await this.restitutions.list(userId) } };
  }

  @Get(':link')
  async load(@Param('link') link: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    const found = await this.restitutions.find(link);
    const stream = found && (await this.objects.openLarge(found));
    if (!stream) throw new AppError('NOT_FOUND');
    void reply.headers(zipHeaders(`duet-${found.readyAt.toISOString().slice(0, 10)}.zip`, found.bytes));
    return new StreamableFile(stream);
  }
}
