import { type Actor, LIMITS, TEXTS } from '@duet/contracts';
import { AppError, validateInput } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CouplesService } from '../couples/couples.service.js';
import { safeFilename } from '../files/safe-filename.js';
import { disconnectSignal } from '../uploads/disconnect-signal.js';
import { type ReceivedFile, receiveFiles } from '../uploads/receive-files.js';
import { UploadFolder } from '../uploads/upload-folder.js';
import type { Upload } from './staging.service.js';

/** The parser reads this many files, so that the client gets TOO_MANY_FILES instead of a broken connection. */
const FILES_READ = 2 * LIMITS.filesPerUpload;

/** An upload route: its file field, its text fields, and how it stages them. */
export interface Way<Fields extends object, Staged> {
  field: string;
  beside: new () => Fields;
  /** Most text fields, and the bytes of each. */
  fields?: number;
  fieldBytes?: number;
  stage: (upload: Upload, files: ReceivedFile[], folder: string, fields: Fields) => Promise<Staged>;
}

interface Received<Fields, Staged> {
  coupleId: string;
  /** How many files were received. */
  count: number;
  fields: Fields;
  staged: Staged;
}

/** Receives uploads into a temporary folder. */
@Injectable()
export class UploadReceiver {
  constructor(
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(UploadFolder) private readonly folder: UploadFolder,
  ) {}

  /** Checks couple and quota before it reads the body. @throws AppError what `receiveFiles`, the quota and `stage` throw */
  async receive<Fields extends object, Staged>(
    { field, beside, fields: mostFields, fieldBytes, stage }: Way<Fields, Staged>,
    { userId }: Actor,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Received<Fields, Staged>> {
    const signal = disconnectSignal(reply);
    const coupleId = await this.couples.findActiveCouple(userId);
    await this.couples.checkQuota(coupleId, smallestSize(request));
    return this.folder.lend(async (folder) => {
      const { files, fields } = await receiveFiles(request, {
        field,
        folder,
        files: FILES_READ,
        fileBytes: LIMITS.fileBytes,
        ...(mostFields && { fields: mostFields }),
        ...(fieldBytes && { fieldBytes }),
      });
      const named = validateInput(beside, fields);
      if (files.length === 0) throw new AppError('FILES_MISSING');
      const large = files.find(({ truncated }) => truncated);
      if (large) {
        const name = safeFilename(large.filename);
        throw new AppError('FILE_TOO_LARGE', { message: TEXTS.fileTooLarge(name), params: { name } });
      }
      const staged = await stage({ userId, coupleId, signal }, files, folder, named);
      return { coupleId, count: files.length, fields: named, staged };
    });
  }
}

/** Bytes that multipart adds around the files, which do not count towards the quota. */
const AROUND = 64 * 1024;

const smallestSize = ({ headers }: FastifyRequest): number =>
  Math.max(0, Number(headers['content-length'] ?? 0) - AROUND) || 0;
