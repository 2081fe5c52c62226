import { type PersonSnapshot, userProfileChanged, userRegistered } from '@duet/contracts';
import { OnEvent, Transactions, type Tx, VersionWaiter } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { DepartedPerson } from './departed-person.entity.js';
import { PersonChanges } from './person-changes.js';
import { Person } from './person.entity.js';
import { deleteOldDepartures, lockAccountId, selectIsApplied } from './person.queries.js';
import { personFrom } from './person.view.js';
import { emailKey } from './search-key.js';

/** Copies of accounts, kept up to date by auth's events. */
@Injectable()
export class PeopleService {
  private readonly versions = new VersionWaiter((userId, version) => this.isApplied(userId, version));

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(PersonChanges) private readonly changes: PersonChanges,
  ) {}

  @OnEvent(userRegistered)
  async registered(person: PersonSnapshot): Promise<void> {
    await this.database.transaction((tx) => this.applySnapshot(tx, person));
    this.versions.announce(person._id);
  }

  @OnEvent(userProfileChanged)
  async profileChanged(person: PersonSnapshot): Promise<void> {
    await this.transactions.run(async (unit) => {
      const before = await this.applySnapshot(unit.tx, person);
      if (before) await this.changes.announce(unit, { before, now: person });
    });
    this.versions.announce(person._id);
  }

  /** Stores an account's state unless it is older. @returns the state before; null for a new account or an old event */
  private async applySnapshot(tx: Tx, person: PersonSnapshot): Promise<Person | null> {
    await this.lockAccount(tx, person._id);
    if (await tx.existsBy(DepartedPerson, { id: person._id })) return null;
    const known = await tx.findOneBy(Person, { id: person._id });
    if (!known) await tx.insert(Person, personFrom(person));
    if (!known || known.version >= person.version) return null;
    await tx.update(Person, { id: person._id }, personFrom(person));
    return known;
  }

  /**
   * Locks these people until commit, in the order of their ids, so that locks never form a cycle. Every link, unlink,
   * request and block first locks all people it concerns. Unknown ids are missing from the answer.
   */
  async lockPeople(tx: Tx, ids: string[]): Promise<Map<string, Person>> {
    const people = await tx.find(Person, {
      where: { id: In(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    return new Map(people.map((person) => [person.id, person]));
  }

  async findPerson(id: string, tx: Tx = this.database.manager): Promise<Person | null> {
    return tx.findOneBy(Person, { id });
  }

  async findPeople(tx: Tx, ids: string[]): Promise<Map<string, Person>> {
    const people = await tx.findBy(Person, { id: In(ids) });
    return new Map(people.map((person) => [person.id, person]));
  }

  /**
   * The person with a username (with or without @) or an e-mail address. `found`: whether that person allows to be
   * found by it.
   */
  async findByIdentifier(identifier: string): Promise<{ id: string; found: boolean } | null> {
    const name = identifier.replace(/^@/, '');
    const byEmail = name.includes('@');
    const person = await this.database.manager.findOneBy(
      Person,
      byEmail ? { emailKey: emailKey(name) } : { usernameKey: name.toLowerCase() },
    );
    if (!person) return null;
    return { id: person.id, found: person.findable === 'everyone' || (person.findable === 'username' && !byEmail) };
  }

  /** Resolves once this version of the account, or its deletion, is applied. @throws AppError TIMEOUT */
  waitForVersion(userId: string, version: number): Promise<void> {
    return this.versions.wait(userId, version);
  }

  /**
   * Serialises events about one account over all replicas, also while it has no row to lock. Take it before any row
   * lock.
   */
  async lockAccount(tx: Tx, id: string): Promise<void> {
    await lockAccountId(tx, [id]);
  }

  /** Deletes the person and everything that belongs to them, and leaves a tombstone. The account is locked. */
  async deletePerson(tx: Tx, id: string): Promise<void> {
    await tx.createQueryBuilder().insert().into(DepartedPerson).values({ id }).orIgnore().execute();
    await tx.delete(Person, { id });
  }

  /** Deletes tombstones that no late event can need. */
  async deleteOldDepartures(): Promise<void> {
    await deleteOldDepartures(this.database);
  }

  private async isApplied(userId: string, version: number): Promise<boolean> {
    const [row] = await selectIsApplied(this.database, [userId, version]);
    return row?.applied ?? false;
  }
}
