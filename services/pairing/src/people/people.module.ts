import { Module } from '@nestjs/common';
import { Acquaintances } from './acquaintances.service.js';
import { PeopleSearch } from './people-search.service.js';
import { PeopleController } from './people.controller.js';
import { PeopleService } from './people.service.js';
import { PersonChanges } from './person-changes.js';

@Module({
  controllers: [PeopleController],
  providers: [PeopleService, PeopleSearch, PersonChanges, Acquaintances],
  exports: [PeopleService, PersonChanges, Acquaintances],
})
export class PeopleModule {}
