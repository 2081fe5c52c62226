import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { MediaConfig } from '../config.js';

/** Nothing is on its way in for this long: what is older was left by a process that died, in milliseconds. */
const LEFT_BEHIND = 60 * 60_000;

/** Where files lie while they come in and are worked on: only the few that are in work are ever in memory. */
@Injectable()
export class UploadFolder implements OnModuleInit {
  private readonly folder: string;

  constructor(@Inject(MediaConfig) config: MediaConfig) {
    this.folder = config.UPLOAD_DIR;
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.clearLeftovers();
  }

  /** Lends an empty folder that is gone, with all that is in it, when `work` ends, however it ends. */
  async lend<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const path = join(this.folder, randomUUID());
    try {
      await mkdir(path, { mode: 0o700 });
      return await work(path);
    } finally {
      await rm(path, { recursive: true, force: true });
    }
  }

  private async clearLeftovers(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const age = Date.now() - (await stat(path).then((file) => file.mtimeMs, () => Date.now()));
      if (age > LEFT_BEHIND) await rm(path, { recursive: true, force: true });
    }
  }
}
