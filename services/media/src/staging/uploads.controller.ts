import {
  type Actor,
  AttachmentsDto,
  FileFieldsDto,
  LIMITS,
  type MediaLink,
  type StagedMessage,
  type StagedUpload,
  type UploadFieldsDto,
  VoiceFieldsDto,
} from '@duet/contracts';
import { AppError, validateInput } from '@duet/service-kit';
import { Body, Controller, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FilePreparer } from './file-preparer.js';
import { BearerGuard, BearerActor } from '../http/bearer.guard.js';
import { cleanTranscript } from '../voices/clean-transcript.js';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { MediaLinks } from '../attachments/media-links.js';
import { StagingService, type Upload } from './staging.service.js';
import { UploadReceiver, type Way } from './upload-receiver.js';

interface Answer<T> {
  success: true;
  data: T;
}

/** More bytes than the longest transcript takes in any script. */
const TRANSCRIPT_BYTES = 4 * LIMITS.transcriptLength;

/** More bytes than the longest words take in any script. */
const CONTENT_BYTES = 4 * LIMITS.messageLength;

/** Uploads of attachments, for the gateway. The files of an answer are stored, verified and staged. */
@Controller('attachments')
@UseGuards(BearerGuard)
export class UploadsController {
  constructor(
    @Inject(UploadReceiver) private readonly receiver: UploadReceiver,
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(StagingService) private readonly staging: StagingService,
    @Inject(FilePreparer) private readonly preparer: FilePreparer,
    @Inject(MediaLinks) private readonly links: MediaLinks,
  ) {}

  @Post()
  @HttpCode(200)
  async upload(
    @BearerActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<StagedUpload>> {
    const stage: Way<FileFieldsDto, StagedMessage[]>['stage'] = async (upload, files, folder, { chatId, keepExif }) => {
      assertNamed(upload, chatId);
      if (files.length > LIMITS.filesPerUpload) throw new AppError('TOO_MANY_FILES');
      return this.staging.stage(upload, await this.preparer.prepare(files, folder, upload, keepExif === 'true'));
    };
    return this.receive(
      { field: 'files', beside: FileFieldsDto, fieldBytes: CONTENT_BYTES, stage },
      actor,
      request,
      reply,
    );
  }

  @Post('voice')
  @HttpCode(200)
  async voice(
    @BearerActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Answer<StagedUpload>> {
    const stage: Way<VoiceFieldsDto, StagedMessage[]>['stage'] = async (
      upload,
      [file, second],
      _folder,
      { chatId, transcript = '' },
    ) => {
      assertNamed(upload, chatId);
      if (!file || second) throw new AppError('TOO_MANY_FILES');
      const { prepared, format } = await this.preparer.prepareVoice(file, upload);
      return this.staging.stageVoice(upload, prepared, format, cleanTranscript(transcript));
    };
    return this.receive(
      { field: 'voice', beside: VoiceFieldsDto, fieldBytes: TRANSCRIPT_BYTES, stage },
      actor,
      request,
      reply,
    );
  }

  /** Signs links; ids that the user may not load are left out. */
  @Post('links')
  @HttpCode(200)
  async sign(@BearerActor() actor: Actor, @Body() body: unknown): Promise<Answer<{ links: MediaLink[] }>> {
    const { ids } = validateInput(AttachmentsDto, body);
    const visible = await this.attachments.visibleIds(actor.userId, ids);
    return { success: true, data: { links: visible.map((id) => this.links.sign(id, actor)) } };
  }

  /** The gateway calls this when messaging refuses the message of an upload. */
  @Post('discard')
  @HttpCode(200)
  async discard(@BearerActor() actor: Actor, @Body() body: unknown): Promise<Answer<null>> {
    await this.attachments.discard(actor.userId, validateInput(AttachmentsDto, body).ids);
    return { success: true, data: null };
  }

  private async receive<Fields extends UploadFieldsDto & { content?: string }>(
    way: Way<Fields, StagedMessage[]>,
    actor: Actor,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Answer<StagedUpload>> {
    const { coupleId, count, fields, staged } = await this.receiver.receive(way, actor, request, reply);
    assertAllStaged(staged, count);
    const { replyTo, clientMessageId } = fields;
    // Browsers write the line breaks of a form's texts as CR LF.
    const content = fields.content?.replaceAll('\r\n', '\n');
    return {
      success: true,
      data: {
        chatId: coupleId,
        messages: staged,
        ...(content?.trim() && { content }),
        ...(replyTo && { replyTo }),
        ...(clientMessageId && { clientMessageId }),
      },
    };
  }
}

/** Files that a person chose before an unlink must not reach the next partner. @throws AppError CONVERSATION_NOT_FOUND */
function assertNamed({ coupleId }: Upload, chatId: string | undefined): void {
  if (chatId !== undefined && chatId.toLowerCase() !== coupleId) throw new AppError('CONVERSATION_NOT_FOUND');
}

/** A received file that is not staged would be lost silently. */
function assertAllStaged(messages: readonly StagedMessage[], received: number): void {
  const staged = messages.reduce((sum, { attachments }) => sum + attachments.length, 0);
  if (staged !== received)
    throw new AppError('INTERNAL', { cause: new Error(`${received} files received, ${staged} staged`) });
}
