import type { PersonSnapshot } from '@duet/contracts';
import type { Tx } from '@duet/service-kit';
import { LessThan } from 'typeorm';
import { DepartedPerson } from '../couples/departed-person.entity.js';
import { Person } from '../couples/person.entity.js';
import { lockAccountId } from './people.queries.js';

/**
 * Serialises links and deletions of these accounts over all replicas. Take it before any row lock; the order of the ids
 * keeps locks from forming a cycle.
 */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) await lockAccountId(tx, [id]);
}

/**
 * Inserts or updates unless a newer version is stored or the account is deleted. Each event name has a feed of its own, so
 * a link may arrive after the deletion. The account is locked.
 */
export async function savePerson(tx: Tx, { _id: id, firstName, version }: PersonSnapshot): Promise<void> {
  if (await tx.existsBy(DepartedPerson, { id })) return;
  const { affected } = await tx.update(Person, { id, version: LessThan(version) }, { firstName, version });
  if (affected === 0)
    await tx.createQueryBuilder().insert().into(Person).values({ id, firstName, version }).orIgnore().execute();
}

/** Deletes the name and leaves a tombstone. The account is locked. */
export async function deletePerson(tx: Tx, id: string): Promise<void> {
  await tx.createQueryBuilder().insert().into(DepartedPerson).values({ id }).orIgnore().execute();
  await tx.delete(Person, { id });
}
