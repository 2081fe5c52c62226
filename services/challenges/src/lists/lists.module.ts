import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { ListChanges } from './list-changes.js';
import { ListExportsController } from './list-exports.controller.js';
import { ListItemsService } from './list-items.service.js';
import { ListsController } from './lists.controller.js';
import { ListsReader } from './lists-reader.js';
import { ListsService } from './lists.service.js';

@Module({
  imports: [CouplesModule],
  controllers: [ListsController, ListExportsController],
  providers: [ListChanges, ListsReader, ListsService, ListItemsService],
})
export class ListsModule {}
