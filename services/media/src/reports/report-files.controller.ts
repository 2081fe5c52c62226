import { type Actor, KeepReportFilesDto } from '@duet/contracts';
import { AppError, validateInput } from '@duet/service-kit';
import { Body, Controller, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { BearerActor, BearerGuard } from '../http/bearer.guard.js';
import { ReportFilesService } from './report-files.service.js';

/** Files of a report, for the gateway, which gets their ids from pairing. */
@Controller('report-files')
@UseGuards(BearerGuard)
export class ReportFilesController {
  constructor(@Inject(ReportFilesService) private readonly files: ReportFilesService) {}

  @Post(':reportId')
  @HttpCode(200)
  async keep(
    @BearerActor() { userId }: Actor,
    @Param('reportId') reportId: string,
    @Body() body: unknown,
  ): Promise<{ success: true; data: null }> {
    if (!isUUID(reportId)) throw new AppError('NOT_FOUND');
    const { ids } = validateInput(KeepReportFilesDto, body);
    await this.files.keep(userId, reportId, ids);
    return { success: true, data: null };
  }
}
