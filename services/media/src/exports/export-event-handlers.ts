import { type ExportRequested, exportEnded, exportRequested, userDeleted } from '@duet/contracts';
import { OnEvent } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ExportWorker } from './export-worker.js';
import { ExportsService } from './exports.service.js';

@Injectable()
export class ExportEventHandlers {
  constructor(
    @Inject(ExportsService) private readonly exports: ExportsService,
    @Inject(ExportWorker) private readonly worker: ExportWorker,
  ) {}

  @OnEvent(exportRequested)
  async requested(event: ExportRequested): Promise<void> {
    await this.exports.add(event);
    this.worker.kick();
  }

  @OnEvent(exportEnded)
  async ended({ exportId, userId }: { exportId: string; userId: string }): Promise<void> {
    await this.exports.withdraw(exportId, userId);
  }

  @OnEvent(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    await this.exports.erase(userId);
    await this.exports.dropOfPartners(userId);
  }
}
