import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Clock, LOGGER, type Log, fromSystem } from '@duet/service-kit';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { MediaConfig } from '../config.js';

/** No upload takes this long, in milliseconds: the id of a dead process may belong to another program meanwhile. */
const LONGEST_WORK = 60 * 60_000;

/** Whether another process that still runs has made a folder. */
const isOther = (name: string): boolean => {
  const owner = Number.parseInt(name, 10);
  return owner !== process.pid && isAlive(owner);
};

function isAlive(pid: number): boolean {
  if (Number.isNaN(pid)) return false;
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    // EPERM: it runs as another user.
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

/**
 * Temporary folders for uploads, so that files need not be in memory while they are processed. Their names begin with the id
 * of their process: the next one removes what a killed one left. Containers have folders of their own.
 */
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
    const path = join(this.folder, `${process.pid}-${randomUUID()}`);
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
      const changed = await stat(path).then(
        ({ mtimeMs }) => mtimeMs,
        () => now,
      );
      if (!isOther(name) || now - changed > LONGEST_WORK) await rm(path, { recursive: true, force: true });
    }
  }
}
