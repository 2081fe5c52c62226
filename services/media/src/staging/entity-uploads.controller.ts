import {
  type Actor,
  ContributionFieldsDto,
  type CopiedFileDto,
  CopyFilesDto,
  FILE_OWNER_TYPES,
  type FieldsByOwner,
  type FileOwnerType,
  LIMITS,
  type StagedFileDto,
  type StagedFiles,
  StepFieldsDto,
  StoryFieldsDto,
} from '@duet/contracts';
import { AppError, validateInput } from '@duet/service-kit';
import { Body, Controller, HttpCode, Inject, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BearerActor, BearerGuard } from '../http/bearer.guard.js';
import { CouplesService } from '../couples/couples.service.js';
import { disconnectSignal } from '../uploads/disconnect-signal.js';
import { EntityCopies } from './entity-copies.js';
import { FilePreparer } from './file-preparer.js';
import { StagingService } from './staging.service.js';
import { UploadReceiver, type Way } from './upload-receiver.js';

/** Text fields that the form may have, and bytes of the longest in any script: validation sees what is too long. */
const FIELDS = 8;
const FIELD_BYTES = 4 * LIMITS.contributionLength;

/** The fields beside the files, by their owner. */
const FIELDS_OF: { [Type in FileOwnerType]: new () => FieldsByOwner[Type] } = {
  capsule: ContributionFieldsDto,
  challenge: StepFieldsDto,
  story: StoryFieldsDto,
};

/** Uploads of files of entities, for the gateway. The entity's service decides afterwards whether it refers to them. */
@Controller('entity-files')
@UseGuards(BearerGuard)
export class EntityUploadsController {
  constructor(
    @Inject(UploadReceiver) private readonly receiver: UploadReceiver,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(EntityCopies) private readonly copies: EntityCopies,
    @Inject(StagingService) private readonly staging: StagingService,
    @Inject(FilePreparer) private readonly preparer: FilePreparer,
  ) {}

  @Post(':type/:id')
  @HttpCode(200)
  async upload(
    @BearerActor() actor: Actor,
    @Param('type') wanted: string,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true; data: StagedFiles }> {
    const { type } = ownerIn(wanted, id);
    const stage: Way<FieldsByOwner[FileOwnerType], StagedFileDto[]>['stage'] = async (upload, files, folder) => {
      if (files.length > LIMITS.filesPerUpload) throw new AppError('TOO_MANY_FILES');
      const prepared = await this.preparer.prepareMemories(files, folder, upload);
      return this.staging.stageFor(upload, { type, id, coupleId: upload.coupleId }, prepared);
    };
    const way = { field: 'files', beside: FIELDS_OF[type], fields: FIELDS, fieldBytes: FIELD_BYTES, stage };
    const { staged, fields } = await this.receiver.receive(way, actor, request, reply);
    return { success: true, data: { files: staged, fields } };
  }

  /** Copies files of messages that the user may load, or of another entity: the gateway keeps them in a contribution. */
  @Post(':type/:id/copies')
  @HttpCode(200)
  async copy(
    @BearerActor() { userId }: Actor,
    @Param('type') wanted: string,
    @Param('id') id: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true; data: { files: CopiedFileDto[] } }> {
    const { type } = ownerIn(wanted, id);
    const source = validateInput(CopyFilesDto, body);
    const upload = { userId, coupleId: await this.couples.findActiveCouple(userId), signal: disconnectSignal(reply) };
    const files = await this.copies.copy(upload, { type, id, coupleId: upload.coupleId }, source);
    return { success: true, data: { files } };
  }
}

/** @throws AppError NOT_FOUND */
function ownerIn(wanted: string, id: string): { type: FileOwnerType } {
  const type = FILE_OWNER_TYPES.find((one) => one === wanted);
  if (type === undefined || !isUUID(id)) throw new AppError('NOT_FOUND');
  return { type };
}
