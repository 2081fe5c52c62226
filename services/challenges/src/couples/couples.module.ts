import { Module } from '@nestjs/common';
import { CouplesController } from './couples.controller.js';
import { CouplesService } from './couples.service.js';

@Module({ controllers: [CouplesController], providers: [CouplesService], exports: [CouplesService] })
export class CouplesModule {}
