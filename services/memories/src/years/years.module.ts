import { Module } from '@nestjs/common';
import { CapsulesModule } from '../capsules/capsules.module.js';
import { CouplesModule } from '../couples/couples.module.js';
import { KeepingModule } from '../keeping/keeping.module.js';
import { YearsController } from './years.controller.js';
import { YearsService } from './years.service.js';

@Module({
  imports: [CapsulesModule, CouplesModule, KeepingModule],
  controllers: [YearsController],
  providers: [YearsService],
})
export class YearsModule {}
