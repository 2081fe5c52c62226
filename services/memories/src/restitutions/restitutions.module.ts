import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { RestitutionsController } from './restitutions.controller.js';
import { RestitutionsService } from './restitutions.service.js';

@Module({ imports: [CouplesModule], controllers: [RestitutionsController], providers: [RestitutionsService] })
export class RestitutionsModule {}
