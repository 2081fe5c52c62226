import { type Actor, AttachmentsDto, FileFieldsDto, LIMITS, type MediaLink, type StagedMessage, type StagedUpload, TEXTS, type UploadFieldsDto, VoiceFieldsDto } from '@duet/contracts';
import { AppError, validateInput } from '@duet/service-kit';
import { Body, Controller, HttpCode, Inject, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CouplesService } from '../couples/couples.service.js';
import { safeFilename } from '../files/safe-filename.js';
import { FilePreparer } from '../files/file-preparer.js';
import { BearerGuard, Caller } from '../http/bearer.guard.js';
import { departureOf } from '../uploads/departure.js';
import { type ReceivedFile, receiveFiles } from '../uploads/receive-files.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import { cleanTranscript } from '../voices/clean-transcript.js';
import { AttachmentsService } from './attachments.service.js';
import { MediaLinks } from './media-links.js';
import { StagingService, type Upload } from './staging.service.js';

interface Answer<T> {
  success: true;
  data: T;
}

/** So many files are read to their end so that whoever sent them hears what is wrong. */
const FILES_READ = 2 * LIMITS.filesPerUpload;

/** More than the longest transcript has, in any script. */
const TRANSCRIPT_BYTES = 4 * LIMITS.transcriptLength;

/** A field of files, the texts that may stand beside it, and what is made of both. */
interface Way<Fields extends UploadFieldsDto> {
  field: string;
  beside: new () => Fields;
  fieldBytes?: number;
  stage: (upload: Upload, files: ReceivedFile[], folder: string, fields: Fields) => Promise<StagedMessage[]>;
}

/** Ways in for the gateway. What is answered is stored and verified, and waits for a message to refer to it. */
@Controller('attachments')
@UseGuards(BearerGuard)
export class UploadsController {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(AttachmentsService) private readonly attachments: AttachmentsService,
    @Inject(StagingService) private readonly staging: StagingService,
    @Inject(FilePreparer) private readonly preparer: FilePreparer,
    @Inject(MediaLinks) private readonly links: MediaLinks,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
  ) {}

  @Post()
  @HttpCode(200)
  async upload(@Caller() actor: Actor, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Answer<StagedUpload>> {
    const stage: Way<FileFieldsDto>['stage'] = async (upload, files, folder, { keepExif }) => {
      if (files.length > LIMITS.filesPerUpload) throw new AppError('TOO_MANY_FILES');
      return this.staging.stage(upload, await this.preparer.prepare(files, folder, upload.signal, keepExif === 'true'));
    };
    return this.receive({ field: 'files', beside: FileFieldsDto, stage }, actor, request, reply);
  }

  @Post('voice')
  @HttpCode(200)
  async voice(@Caller() actor: Actor, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Answer<StagedUpload>> {
    const stage: Way<VoiceFieldsDto>['stage'] = async (upload, [file, second], _folder, { transcript = '' }) => {
      if (!file || second) throw new AppError('TOO_MANY_FILES');
      const { prepared, format } = await this.preparer.prepareVoice(file, upload.signal);
      return this.staging.stageVoice(upload, prepared, format, cleanTranscript(transcript));
    };
    return this.receive({ field: 'voice', beside: VoiceFieldsDto, fieldBytes: TRANSCRIPT_BYTES, stage }, actor, request, reply);
  }

  /** Those that may not be seen are left out. */
  @Post('links')
  @HttpCode(200)
  async sign(@Caller() actor: Actor, @Body() body: unknown): Promise<Answer<{ links: MediaLink[] }>> {
    const { ids } = validateInput(AttachmentsDto, body);
    const visible = await this.attachments.visibleIds(actor.userId, ids);
    return { success: true, data: { links: visible.map((id) => this.links.sign(id, actor)) } };
  }

  /** For the gateway, when no message came of an upload. */
  @Post('discard')
  @HttpCode(200)
  async discard(@Caller() actor: Actor, @Body() body: unknown): Promise<Answer<null>> {
    await this.attachments.discard(actor.userId, validateInput(AttachmentsDto, body).ids);
    return { success: true, data: null };
  }

  /** Asks whether there is a couple, and room, before a byte is read. */
  private async receive<Fields extends UploadFieldsDto>({ field, beside, fieldBytes, stage }: Way<Fields>, { userId }: Actor, request: FastifyRequest, reply: FastifyReply): Promise<Answer<StagedUpload>> {
    const signal = departureOf(reply);
    const coupleId = await this.couples.of(userId);
    await this.couples.makeSureOfRoom(coupleId, smallestSize(request));
    return this.folder.lend(async (folder) => {
      const { files, fields } = await receiveFiles(request, { field, folder, files: FILES_READ, fileBytes: LIMITS.fileBytes, ...(fieldBytes && { fieldBytes }) });
      const named = validateInput(beside, fields);
      if (files.length === 0) throw new AppError('FILES_MISSING');
      const large = files.find(({ truncated }) => truncated);
      if (large) throw new AppError('FILE_TOO_LARGE', { message: TEXTS.fileTooLarge(safeFilename(large.filename)) });
      const messages = await stage({ userId, coupleId, signal }, files, folder, named);
      const { replyTo, clientMessageId } = named;
      return { success: true, data: { chatId: coupleId, messages, ...(replyTo && { replyTo }), ...(clientMessageId && { clientMessageId }) } };
    });
  }
}

/** What multipart adds around files is not counted against anybody. */
const AROUND = 64 * 1024;

const smallestSize = ({ headers }: FastifyRequest): number => Math.max(0, Number(headers['content-length'] ?? 0) - AROUND) || 0;
