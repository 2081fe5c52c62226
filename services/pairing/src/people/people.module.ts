import { Module } from '@nestjs/common';
import { PeopleSearch } from './people-search.service.js';
import { PeopleController } from './people.controller.js';
import { PeopleService } from './people.service.js';

@Module({ controllers: [PeopleController], providers: [PeopleService, PeopleSearch], exports: [PeopleService] })
export class PeopleModule {}
