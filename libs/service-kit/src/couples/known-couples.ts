import type { CoupleLinked, CouplePurged, CoupleUnlinked } from '@duet/contracts';
import { In, LessThan, LessThanOrEqual, Not } from 'typeorm';
import type { Tx } from '../data/data-source.js';
import { lockAccounts, saveKnownPerson } from '../people/known-people.js';
import type { KnownCouple } from './known-couple.entity.js';

/** A service's entity of couples. */
type CoupleEntity = new () => KnownCouple;

/**
 * Inserts or updates a couple and its members' names, unless newer versions are stored. A person has one partner at most: the
 * link ends an earlier couple whose end has not arrived yet.
 * @returns whether the couple is active by this event
 */
export async function saveLink(tx: Tx, entity: CoupleEntity, event: CoupleLinked): Promise<boolean> {
  const { coupleId: id, members, version, timezone, timezoneVersion = 0 } = event;
  const [memberA, memberB] = [members[0]._id, members[1]._id];
  const linkedAt = new Date(event.linkedAt);
  const ids = [memberA, memberB];
  await lockAccounts(tx, ids);
  const link = { id, memberA, memberB, active: true, version, linkedAt };
  await saveCouple(tx, entity, { ...link, timezone, timezoneVersion });
  for (const person of members) await saveKnownPerson(tx, person);
  // A link that has ended since may be repeated after its members have linked with others.
  if (!(await tx.existsBy(entity, { id, version, active: true }))) return false;
  const earlier = { id: Not(id), active: true, linkedAt: LessThan(linkedAt) };
  for (const where of [{ memberA: In(ids) }, { memberB: In(ids) }])
    await tx.update(entity, { ...where, ...earlier }, { active: false });
  return true;
}

/** The zone has a version of its own: a late link does not bring back an older one. */
async function saveCouple(tx: Tx, entity: CoupleEntity, couple: KnownCouple): Promise<void> {
  const { timezone, timezoneVersion, ...link } = couple;
  const { id, version } = link;
  const { affected } = await tx.update(entity, { id, version: LessThan(version) }, link);
  if (affected === 0) await tx.createQueryBuilder().insert().into(entity).values(couple).orIgnore().execute();
  // Pairing's build before changed zones without counting, so a newer link also replaces a zone of the same version.
  const older = affected === 0 ? LessThan(timezoneVersion) : LessThanOrEqual(timezoneVersion);
  await tx.update(entity, { id, timezoneVersion: older }, { timezone, timezoneVersion });
}

/**
 * Ends a couple unless a newer version is stored. An unlink that overtakes its link leaves an inactive couple, which the older
 * link does not change.
 * @returns whether an older version was stored
 */
export async function saveUnlink(tx: Tx, entity: CoupleEntity, event: CoupleUnlinked): Promise<boolean> {
  const { coupleId: id, members, version, endedAt } = event;
  const ended = { id, active: false, version };
  const { affected } = await tx.update(entity, { id, version: LessThan(version) }, ended);
  if (affected !== 0) return true;
  const [memberA, memberB] = members;
  const row = { ...ended, memberA, memberB, linkedAt: new Date(endedAt), timezone: 'UTC' };
  await tx.createQueryBuilder().insert().into(entity).values(row).orIgnore().execute();
  return false;
}

/** @throws Error when the purge has overtaken the couple's unlink: the event is delivered again later */
export async function requireUnlinked(tx: Tx, entity: CoupleEntity, event: CouplePurged): Promise<void> {
  if (await tx.existsBy(entity, { id: event.coupleId, active: true, version: LessThanOrEqual(event.version) }))
    throw new Error('the purge of a couple arrived before its unlink');
}

/**
 * Locks the person's account and couples: writes in flight end before anything is erased, and later ones find the tombstone.
 * The order of the ids keeps the deletions of two members from forming a cycle.
 * @returns the ids of the couples
 */
export async function lockForErasure(tx: Tx, entity: CoupleEntity, userId: string): Promise<string[]> {
  await lockAccounts(tx, [userId]);
  const couples = await tx.find(entity, {
    where: [{ memberA: userId }, { memberB: userId }],
    order: { id: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  return couples.map(({ id }) => id);
}
