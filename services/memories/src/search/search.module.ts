import { Module } from '@nestjs/common';
import { CouplesModule } from '../couples/couples.module.js';
import { SearchController } from './search.controller.js';
import { SearchService } from './search.service.js';

@Module({ imports: [CouplesModule], controllers: [SearchController], providers: [SearchService] })
export class SearchModule {}
