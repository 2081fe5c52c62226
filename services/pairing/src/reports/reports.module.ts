import { InstallationKeys } from '@duet/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import type { PairingConfig } from '../config.js';
import { PeopleModule } from '../people/people.module.js';
import { reportKeys } from './report-keys.js';
import { ReportResealing } from './report-resealing.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

@Module({})
export class ReportsModule {
  static forRoot(config: PairingConfig): DynamicModule {
    return {
      module: ReportsModule,
      imports: [PeopleModule],
      controllers: [ReportsController],
      providers: [{ provide: InstallationKeys, useFactory: () => reportKeys(config) }, ReportsService, ReportResealing],
      exports: [ReportsService, ReportResealing],
    };
  }
}
