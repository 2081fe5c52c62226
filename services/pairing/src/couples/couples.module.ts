import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { CouplesController } from './couples.controller.js';
import { CouplesService } from './couples.service.js';

@Module({ imports: [PeopleModule], controllers: [CouplesController], providers: [CouplesService], exports: [CouplesService] })
export class CouplesModule {}
