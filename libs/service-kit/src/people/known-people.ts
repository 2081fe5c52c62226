import type { PersonSnapshot } from '@duet/contracts';
import { In, LessThan } from 'typeorm';
import type { Tx } from '../data/data-source.js';
import { DepartedAccount } from './departed-account.entity.js';
import { KnownPerson } from './known-person.entity.js';
import { lockAccountId } from './known-people.queries.js';

/**
 * Serialises links and deletions of these accounts over all replicas. Take it before any row lock; the order of the ids
 * keeps locks from forming a cycle.
 */
export async function lockAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) await lockAccountId(tx, [id]);
}

/** Updates an existing row alone, so it cannot restore a deleted person. @returns whether an older version was stored */
export async function updateKnownPerson(tx: Tx, { _id: id, firstName, version }: PersonSnapshot): Promise<boolean> {
  const { affected } = await tx.update(KnownPerson, { id, version: LessThan(version) }, { firstName, version });
  return affected !== 0;
}

/**
 * Inserts or updates unless a newer version is stored or the account is deleted. Each event name has a feed of its own, so
 * a link may arrive after the deletion. The account is locked.
 */
export async function saveKnownPerson(tx: Tx, person: PersonSnapshot): Promise<void> {
  const { _id: id, firstName, version } = person;
  if ((await tx.existsBy(DepartedAccount, { id })) || (await updateKnownPerson(tx, person))) return;
  await tx.createQueryBuilder().insert().into(KnownPerson).values({ id, firstName, version }).orIgnore().execute();
}

/**
 * Whether one of these people has deleted the account. Ask under the lock of a row that the deletion locks as well: the
 * answer then holds until commit.
 */
export async function isAnyDeparted(tx: Tx, ids: readonly string[]): Promise<boolean> {
  return tx.existsBy(DepartedAccount, { id: In([...ids]) });
}

/** Deletes the name and leaves a tombstone. The account is locked. */
export async function deleteKnownPerson(tx: Tx, id: string): Promise<void> {
  await tx.createQueryBuilder().insert().into(DepartedAccount).values({ id }).orIgnore().execute();
  await tx.delete(KnownPerson, { id });
}
