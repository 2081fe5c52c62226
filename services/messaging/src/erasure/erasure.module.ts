import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { Erasure } from './erasure.js';

@Module({ imports: [PeopleModule], providers: [Erasure] })
export class ErasureModule {}
