import { type FormerPicturesDto, LIMITS, avatarPath } from '@duet/contracts';
import { Clock, DAY, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, LessThan } from 'typeorm';
import type { Person } from './person.entity.js';
import type { VisiblePerson } from './person.view.js';
import { FoundPerson, RememberedPerson } from './remembered-person.entity.js';
import {
  deleteAllUnreferenced,
  deleteUnreferenced,
  selectAvatarsInUse,
  selectMayAsk,
  selectHasBusiness,
} from './remembered-person.queries.js';

const RESTORABLE = LIMITS.exportDaysAfterUnlink * DAY;
const ASKING = LIMITS.requestLifetimeDays * DAY;
const FOUND = DAY;

/** A viewer and a person whom they know. */
interface Known {
  viewerId: string;
  person: Person;
}

/** The views people have of each other: live while there is a relationship, frozen as of its end afterwards. */
@Injectable()
export class Acquaintances {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Freezes how each viewer sees the person. An earlier freeze stays. */
  async remember(tx: Tx, known: readonly Known[]): Promise<void> {
    if (known.length === 0) return;
    const values = known.map(
      ({
        viewerId,
        person: {
          id: personId,
          firstName,
          lastName,
          username,
          avatar,
          usernameKey,
          firstNameKey,
          lastNameKey,
          fullNameKey,
        },
      }) => ({
        viewerId,
        personId,
        firstName,
        lastName,
        username,
        avatar,
        usernameKey,
        firstNameKey,
        lastNameKey,
        fullNameKey,
      }),
    );
    await tx.createQueryBuilder().insert().into(RememberedPerson).values(values).orIgnore().execute();
  }

  /** The viewer sees the person's current profile again. */
  async forget(tx: Tx, viewerId: string, personId: string): Promise<void> {
    await tx.delete(RememberedPerson, { viewerId, personId });
  }

  /** Both see each other's current profile again. */
  async forgetBoth(tx: Tx, one: string, other: string): Promise<void> {
    await tx.delete(RememberedPerson, [
      { viewerId: one, personId: other },
      { viewerId: other, personId: one },
    ]);
  }

  /** These people as the viewer sees them, by id. */
  async visiblePeople(tx: Tx, viewerId: string, people: readonly Person[]): Promise<Map<string, VisiblePerson>> {
    const remembered = await tx.findBy(RememberedPerson, { viewerId, personId: In(people.map(({ id }) => id)) });
    return new Map<string, VisiblePerson>([
      ...people.map((person) => [person.id, person] as const),
      ...remembered.map((one) => [one.personId, { ...one, id: one.personId }] as const),
    ]);
  }

  /** The person as the viewer sees them. */
  async visiblePerson(tx: Tx, viewerId: string, person: Person): Promise<VisiblePerson> {
    return (await this.visiblePeople(tx, viewerId, [person])).get(person.id) ?? person;
  }

  /** Whether the viewer may send the person a partner request. A refusal must not reveal that the person exists. */
  async mayAsk(tx: Tx, viewerId: string, personId: string): Promise<boolean> {
    const [row] = await selectMayAsk(tx, [viewerId, personId, ...this.since()]);
    return row?.allowed ?? false;
  }

  /** Whether the person concerns the viewer, who may block and report them. All others do not exist for the viewer. */
  async hasBusinessWith(tx: Tx, viewerId: string, personId: string): Promise<boolean> {
    const [row] = await selectHasBusiness(tx, [viewerId, personId, ...this.since()]);
    return row?.allowed ?? false;
  }

  /** Deletes what the viewer remembers of the person, unless something still names them. */
  async forgetUnreferenced(tx: Tx, viewerId: string, personId: string): Promise<void> {
    await deleteUnreferenced(tx, [viewerId, personId, this.clock.in(-RESTORABLE)]);
  }

  /**
   * The given pictures that a person has or a viewer remembers. Current pictures count: a relationship may end before
   * the profile change is consumed.
   */
  async picturesInUse({ keys, userIds }: FormerPicturesDto): Promise<string[]> {
    const rows = await selectAvatarsInUse(this.database, [keys.map((key) => avatarPath(key)), userIds]);
    const inUse = new Set(rows.map(({ avatar }) => avatar));
    return keys.filter((key) => inUse.has(avatarPath(key)));
  }

  /** Deletes every remembered person whom nothing names any more, and searches by exact username older than a day. */
  async deleteStale(): Promise<void> {
    await deleteAllUnreferenced(this.database, [this.clock.in(-RESTORABLE)]);
    await this.database.manager.delete(FoundPerson, { foundAt: LessThan(this.clock.in(-FOUND)) });
  }

  /** Since when couples can be restored, and since when requests are open. */
  private since(): [restorable: Date, asking: Date] {
    return [this.clock.in(-RESTORABLE), this.clock.in(-ASKING)];
  }
}
