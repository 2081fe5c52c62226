import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { ReceivedFile } from '../uploads/receive-files.js';
import { probeVoice } from '../voices/voice-recording.js';
import { HeavyWork } from '../work/heavy-work.js';
import { type Format, fileKindOf } from './file-kind.js';
import { prepareFile } from './prepare-file.js';
import { type PreparedFile, renditionOf } from './rendition.js';

const VOICES: readonly Format[] = ['webm', 'mp4', 'm4a', 'ogg', 'wav', 'mp3', 'flac'];

/** What a voice note is called, whatever the recorder said. */
const VOICE_NAME = 'voice-note.m4a';

/** Makes of uploaded files what is kept of them, as far as there are hands free. */
@Injectable()
export class FilePreparer {
  constructor(@Inject(HeavyWork) private readonly work: HeavyWork) {}

  /** @throws AppError what is wrong with the first of them that cannot be taken; as `prepareFile` */
  async prepare(files: readonly ReceivedFile[], folder: string, signal: AbortSignal, keepsFacts = false): Promise<PreparedFile[]> {
    const failed = new AbortController();
    const either = AbortSignal.any([signal, failed.signal]);
    const outcomes = await Promise.allSettled(
      files.map(async (file, index) => {
        const own = join(folder, `made-${index}`);
        await mkdir(own, { mode: 0o700 });
        return prepareFile(file, own, (work) => this.work.run(either, work), keepsFacts).catch((cause: unknown) => {
          failed.abort(cause);
          throw cause;
        });
      }),
    );
    // Only when none of them is in work any more may the folder go.
    if (failed.signal.aborted) throw failed.signal.reason;
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /** A recording as it came, once it is sure that it is one and not too long. @throws AppError FILE_TYPE_UNSUPPORTED, FILE_UNREADABLE, VOICE_TOO_LONG */
  async prepareVoice({ path, filename, bytes, sha256 }: ReceivedFile, signal: AbortSignal): Promise<{ prepared: PreparedFile; format: Format }> {
    if (bytes === 0) throw new AppError('FILE_UNREADABLE');
    const { format, mimeType } = await fileKindOf(path, filename);
    if (format === null || !VOICES.includes(format)) throw new AppError('FILE_TYPE_UNSUPPORTED');
    const duration = await this.work.run(signal, () => probeVoice(path, format));
    const original = await renditionOf(path, mimeType.replace('video/', 'audio/'));
    return { prepared: { kind: 'voice', filename: VOICE_NAME, sha256, original, duration }, format };
  }
}
