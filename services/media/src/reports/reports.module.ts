import { Module } from '@nestjs/common';
import { ReportFilesController } from './report-files.controller.js';
import { ReportFilesService } from './report-files.service.js';

/** Copies of the files that reports of abuse name. */
@Module({ controllers: [ReportFilesController], providers: [ReportFilesService] })
export class ReportsModule {}
