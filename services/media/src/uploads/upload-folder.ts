import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Clock, LOGGER, type Log, fromSystem } from '@duet/service-kit';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { MediaConfig } from '../config.js';

/** No upload takes this long, in milliseconds: older folders belong to a dead process. */
const LEFT_BEHIND = 60 * 60_000;

/** Temporary folders for uploads, so that files need not be in memory while they are processed. */
@Injectable()
export class UploadFolder implements OnModuleInit {
  private readonly folder: string;

  constructor(
    @Inject(MediaConfig) config: MediaConfig,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Log,
  ) {
    this.folder = config.UPLOAD_DIR;
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.clearLeftovers();
  }

  /**
   * Lends an empty folder and removes it with its content when `work` settles.
   * @throws AppError UNAVAILABLE when the folder cannot be created; all errors of `work`
   */
  async lend<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const path = join(this.folder, randomUUID());
    await mkdir(path, { mode: 0o700 }).catch((cause: unknown) => {
      throw fromSystem(cause) ?? cause;
    });
    try {
      return await work(path);
    } finally {
      // A folder that cannot be removed does not fail the upload; the next start clears it.
      await rm(path, { recursive: true, force: true }).catch((cause: unknown) =>
        this.log.warn({ err: cause }, 'upload folder removal failed'),
      );
    }
  }

  private async clearLeftovers(): Promise<void> {
    const now = this.clock.now().getTime();
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const age =
        now -
        (await stat(path).then(
          (file) => file.mtimeMs,
          () => now,
        ));
      if (age > LEFT_BEHIND) await rm(path, { recursive: true, force: true });
    }
  }
}
