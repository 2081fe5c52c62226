import { Module } from '@nestjs/common';
import { BlocksController } from './blocks.controller.js';
import { CoupleBarrier } from './couple-barrier.js';
import { DatesController } from './dates.controller.js';
import { InvitesController } from './invites.controller.js';
import { LinkController } from './link.controller.js';
import { PartnersController } from './partners.controller.js';
import { ReportsController } from './reports.controller.js';
import { RequestsController } from './requests.controller.js';
import { StorageController } from './storage.controller.js';

@Module({
  controllers: [
    PartnersController,
    RequestsController,
    BlocksController,
    ReportsController,
    InvitesController,
    LinkController,
    DatesController,
    StorageController,
  ],
  providers: [CoupleBarrier],
})
export class PartnersModule {}
