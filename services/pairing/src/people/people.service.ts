import { type PersonFact, userRegistered } from '@duet/contracts';
import { AppError, OnFact, type Tx } from '@duet/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { Arrivals } from './arrivals.js';
import { DepartedPerson } from './departed-person.entity.js';
import { Person } from './person.entity.js';
import { personFrom } from './person.view.js';
import { emailKey } from './search-key.js';

/** How long a caller may wait for a fact, and how often it looks for one that another replica digested. */
const SETTLE_WITHIN = 2_000;
const LOOK_EVERY = 50;

/** Facts live in the stream for 7 days and in outboxes for less: after this none can bring somebody back. */
const DEPARTED_KEPT = "interval '30 days'";

/** The people whom pairing knows, from the facts of auth. */
@Injectable()
export class PeopleService {
  private readonly arrivals = new Arrivals();

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @OnFact(userRegistered)
  async registered(fact: PersonFact): Promise<void> {
    await this.database.transaction((tx) => this.remember(tx, fact));
    this.announce(fact._id);
  }

  /** Takes over the state of an account. @returns the state before; null when there was none, or the fact is old news. */
  async remember(tx: Tx, fact: PersonFact): Promise<Person | null> {
    await this.holdIdentity(tx, fact._id);
    if (await tx.existsBy(DepartedPerson, { id: fact._id })) return null;
    const known = await tx.findOneBy(Person, { id: fact._id });
    if (!known) await tx.insert(Person, personFrom(fact));
    if (!known || known.version >= fact.version) return null;
    await tx.update(Person, { id: fact._id }, personFrom(fact));
    return known;
  }

  /** Wakes whoever waits for news of this person. Call after the commit. */
  announce(id: string): void {
    this.arrivals.announce(id);
  }

  /**
   * Holds these people until the transaction ends. Whatever links, unlinks, asks or blocks holds everybody it
   * concerns first, in the order of their ids: so one person's changes go one after the other, and nobody waits in a
   * circle. Whoever is unknown is missing from the answer.
   */
  async hold(tx: Tx, ids: string[]): Promise<Map<string, Person>> {
    const people = await tx.find(Person, { where: { id: In(ids) }, order: { id: 'ASC' }, lock: { mode: 'for_no_key_update' } });
    return new Map(people.map((person) => [person.id, person]));
  }

  async get(id: string, tx: Tx = this.database.manager): Promise<Person | null> {
    return tx.findOneBy(Person, { id });
  }

  async getAll(tx: Tx, ids: string[]): Promise<Map<string, Person>> {
    const people = await tx.findBy(Person, { id: In(ids) });
    return new Map(people.map((person) => [person.id, person]));
  }

  /** Whom a username (with or without @) or an e-mail address names. `found`: whether that person wants to be found by it. */
  async named(identifier: string): Promise<{ id: string; found: boolean } | null> {
    const name = identifier.replace(/^@/, '');
    const byEmail = name.includes('@');
    const person = await this.database.manager.findOneBy(Person, byEmail ? { emailKey: emailKey(name) } : { usernameKey: name.toLowerCase() });
    if (!person) return null;
    return { id: person.id, found: person.findable === 'everyone' || (person.findable === 'username' && !byEmail) };
  }

  /** Resolves once this version of the account, or its end, is known here. @throws AppError TIMEOUT */
  async settled(userId: string, version: number): Promise<void> {
    const deadline = Date.now() + SETTLE_WITHIN;
    while (!(await this.knows(userId, version))) {
      if (Date.now() >= deadline) throw new AppError('TIMEOUT');
      await this.arrivals.next(userId, LOOK_EVERY);
    }
  }

  /**
   * Facts about one account are digested one at a time, also over replicas and before there is a row to lock. Taken
   * before any row, by everything that digests one.
   */
  async holdIdentity(tx: Tx, id: string): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [id]);
  }

  /** Removes the person, whose identity is held, and everything that hangs on them; a late fact does not bring them back. */
  async forget(tx: Tx, id: string): Promise<void> {
    await tx.createQueryBuilder().insert().into(DepartedPerson).values({ id }).orIgnore().execute();
    await tx.delete(Person, { id });
  }

  /** Drops what was kept against late facts. */
  async sweep(): Promise<void> {
    await this.database.query(`DELETE FROM departed_people WHERE departed_at < now() - ${DEPARTED_KEPT}`);
  }

  private async knows(userId: string, version: number): Promise<boolean> {
    const [row] = await this.database.query<[{ known: boolean }]>(
      `SELECT EXISTS (SELECT 1 FROM people WHERE id = $1 AND version >= $2) OR EXISTS (SELECT 1 FROM departed_people WHERE id = $1) AS known`,
      [userId, version],
    );
    return row.known;
  }
}
