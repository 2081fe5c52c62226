import type { PersonView } from '@duet/contracts';
import { Clock } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { Acquaintances } from './acquaintances.service.js';
import { Person } from './person.entity.js';
import { searchPeopleIds } from './person.queries.js';
import { personView } from './person.view.js';
import { upsertFoundPeople } from './remembered-person.queries.js';
import { emailKey, prefixPattern, searchKey } from './search-key.js';

@Injectable()
export class PeopleSearch {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Acquaintances) private readonly acquaintances: Acquaintances,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Finds people by the start of a username or name, or by their full e-mail address. An exact username comes first.
   */
  async search(userId: string, text: string): Promise<PersonView[]> {
    const key = searchKey(text.replace(/^@/, ''));
    // A text of accents only folds to nothing, and an empty prefix would match everybody.
    if (key === '') return [];
    const rows = await searchPeopleIds(this.database, [userId, prefixPattern(key), key, emailKey(text)]);
    const { manager } = this.database;
    const people = await manager.findBy(Person, { id: In(rows.map((row) => row.id)) });
    await this.storeFound(userId, people);
    const visible = await this.acquaintances.visiblePeople(manager, userId, people);
    return rows.flatMap(({ id }) => visible.get(id) ?? []).map(personView);
  }

  /** Typing the exact username lets the searcher ask this person; knowing the id alone does not. */
  private async storeFound(userId: string, people: readonly Person[]): Promise<void> {
    const ids = people.filter(({ findable }) => findable === 'username').map(({ id }) => id);
    if (ids.length > 0) await upsertFoundPeople(this.database, [userId, ids, this.clock.now()]);
  }
}
