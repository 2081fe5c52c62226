import { RpcClientModule } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '../clock.js';
import type { MediaConfig } from '../config.js';
import { ExportFacts } from './export-facts.js';
import { ExportWorker } from './export-worker.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';

/** Data exports. The one place outside of the edges that calls services: it reads in its person's name, as an edge does. */
@Module({})
export class ExportsModule {
  static forRoot(config: MediaConfig, clock: Clock): DynamicModule {
    return {
      module: ExportsModule,
      imports: [RpcClientModule.forRoot('media', config)],
      controllers: [ExportsController],
      providers: [{ provide: Clock, useValue: clock }, ExportsService, ExportWorker, ExportFacts],
    };
  }
}
