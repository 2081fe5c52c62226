import { Module } from '@nestjs/common';
import { Erasure } from './erasure.js';
import { PeopleService } from './people.service.js';

@Module({ providers: [PeopleService, Erasure], exports: [PeopleService] })
export class PeopleModule {}
