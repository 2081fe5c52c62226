import { type ExportRequested, exportRequested, userDeleted } from '@duet/contracts';
import { OnFact } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ExportWorker } from './export-worker.js';
import { ExportsService } from './exports.service.js';

@Injectable()
export class ExportFacts {
  constructor(
    @Inject(ExportsService) private readonly exports: ExportsService,
    @Inject(ExportWorker) private readonly worker: ExportWorker,
  ) {}

  @OnFact(exportRequested)
  async requested(fact: ExportRequested): Promise<void> {
    await this.exports.add(fact);
    this.worker.kick();
  }

  @OnFact(userDeleted)
  async deleted({ userId }: { userId: string }): Promise<void> {
    await this.exports.erase(userId);
  }
}
