import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { ExportsController } from './exports.controller.js';
import { ExportsService } from './exports.service.js';

@Module({ imports: [CouplesModule], controllers: [ExportsController], providers: [ExportsService] })
export class ExportsModule {}
