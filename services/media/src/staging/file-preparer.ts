import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttachmentKind } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { ReceivedFile } from '../uploads/receive-files.js';
import { probeVoice } from '../voices/voice-recording.js';
import { HeavyWork, type Requester } from '../work/heavy-work.js';
import { type Format, fileKindOf } from '../files/file-kind.js';
import { type RunHeavy, prepareFile } from './prepare-file.js';
import { type PreparedEntityFile, prepareEntityFile } from './prepare-entity-file.js';
import { type PreparedFile, renditionOf } from '../files/rendition.js';

const VOICES: readonly Format[] = ['webm', 'mp4', 'm4a', 'ogg', 'wav', 'mp3', 'flac'];

/** A stored file that is copied. */
export interface CopiedFile extends ReceivedFile {
  kind: AttachmentKind;
}

/** The file name of every voice note. */
const VOICE_NAME = 'voice-note.m4a';

/** Prepares uploaded files for storage; `HeavyWork` limits the concurrent conversions. */
@Injectable()
export class FilePreparer {
  constructor(@Inject(HeavyWork) private readonly work: HeavyWork) {}

  /** @returns one prepared file for each file, in their order. @throws the first failure, see `prepareFile` */
  async prepare(
    files: readonly ReceivedFile[],
    folder: string,
    requester: Requester,
    keepsMetadata = false,
  ): Promise<PreparedFile[]> {
    return this.prepareAll(files, folder, requester, (file, own, runHeavy) =>
      prepareFile(file, own, runHeavy, keepsMetadata),
    );
  }

  /** Prepares the files of an entity, in their order. @throws the first failure, see `prepareEntityFile` */
  async prepareMemories(
    files: readonly ReceivedFile[],
    folder: string,
    requester: Requester,
  ): Promise<PreparedEntityFile[]> {
    return this.prepareAll(files, folder, requester, (file, own, runHeavy, either) =>
      prepareEntityFile(file, own, runHeavy, (recording) => this.prepareVoice(recording, either)),
    );
  }

  /** Prepares copies, in their order. A document stays one; other files become what their message or entity has of them. @throws as `prepareMemories` */
  async prepareCopies(
    files: readonly CopiedFile[],
    folder: string,
    requester: Requester,
  ): Promise<PreparedEntityFile<AttachmentKind>[]> {
    return this.prepareAll<PreparedEntityFile<AttachmentKind>, CopiedFile>(
      files,
      folder,
      requester,
      async (file, own, runHeavy, either) =>
        file.kind === 'file'
          ? { kind: 'file', file: { ...(await prepareFile(file, own, runHeavy)), kind: 'file' }, taken: {} }
          : prepareEntityFile(file, own, runHeavy, (recording) => this.prepareVoice(recording, either)),
    );
  }

  private async prepareAll<Prepared, File extends ReceivedFile = ReceivedFile>(
    files: readonly File[],
    folder: string,
    { userId, signal }: Requester,
    one: (file: File, own: string, runHeavy: RunHeavy, either: Requester) => Promise<Prepared>,
  ): Promise<Prepared[]> {
    const failed = new AbortController();
    const either = { userId, signal: AbortSignal.any([signal, failed.signal]) };
    const prepareOne = async (file: File, index: number): Promise<Prepared> => {
      const own = join(folder, `made-${index}`);
      await mkdir(own, { mode: 0o700 });
      return one(file, own, (work) => this.work.run(either, work), either);
    };
    const prepared = files.map((file, index) =>
      prepareOne(file, index).catch((cause: unknown) => {
        failed.abort(cause);
        throw cause;
      }),
    );
    // The caller removes the folder, so every preparation has to end first.
    await Promise.allSettled(prepared);
    if (failed.signal.aborted) throw failed.signal.reason;
    return Promise.all(prepared);
  }

  /** Checks type and length of a recording and leaves its bytes as they are. @throws AppError FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, VOICE_TOO_LONG */
  async prepareVoice(
    { path, filename, bytes, sha256 }: ReceivedFile,
    requester: Requester,
  ): Promise<{ prepared: PreparedFile; format: Format }> {
    if (bytes === 0) throw new AppError('FILE_UNREADABLE');
    const { format, mimeType } = await fileKindOf(path, filename);
    if (format === null || !VOICES.includes(format)) throw new AppError('FILE_TYPE_UNSUPPORTED');
    const duration = await this.work.run(requester, () => probeVoice(path, format));
    const original = await renditionOf(path, mimeType.replace('video/', 'audio/'));
    return { prepared: { kind: 'voice', filename: VOICE_NAME, sha256, original, duration }, format };
  }
}
