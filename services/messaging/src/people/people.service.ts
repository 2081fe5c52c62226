import {
  type PersonSnapshot,
  TEXTS,
  conversationPrivacyChanged,
  userProfileChanged,
  wholePerson,
} from '@duet/contracts';
import { LivePush, OnEvent, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  clearHiddenLastSeen,
  countDeleted,
  lockSwitches,
  readActiveConversations,
  readShortestDefault,
  writeDeletedPerson,
  writePeople,
} from './person.queries.js';

/** Names and privacy switches of the members, copied from auth's and pairing's events. */
@Injectable()
export class PeopleService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  @OnEvent(userProfileChanged)
  async profileChanged(person: PersonSnapshot): Promise<void> {
    const hasChanged = await this.database.transaction(async (tx) => {
      const before = await switchesOf(tx, person._id);
      await this.writeSnapshots(tx, [person]);
      return before !== (await switchesOf(tx, person._id));
    });
    if (!hasChanged) return;
    const affected = await readActiveConversations(this.database, [person._id]);
    for (const { chatId, members } of affected) this.live.push(conversationPrivacyChanged, { chatId, members });
  }

  /** Writes snapshots that are newer than the stored ones. Lock order: people by id, then conversations. */
  async writeSnapshots(tx: Tx, snapshots: readonly PersonSnapshot[]): Promise<void> {
    const people = snapshots.map(wholePerson);
    await writePeople(tx, [
      people.map((person) => person._id),
      people.map((person) => person.firstName),
      people.map((person) => person.username),
      people.map((person) => person.version),
      people.map((person) => person.readReceipts),
      people.map((person) => person.typing),
      people.map((person) => person.online),
      people.map((person) => person.disappearingDefault),
      people.map((person) => person.linkPreviews),
      people.map((person) => person.lastSeen),
    ]);
    await clearHiddenLastSeen(tx, [people.map((person) => person._id)]);
  }

  /** Erases a deleted account's names for good. */
  async eraseNames(tx: Tx, userId: string): Promise<void> {
    await writeDeletedPerson(tx, [userId, TEXTS.deletedPerson]);
  }

  /** The shortest default for new conversations, in seconds; the lower user id wins a tie. */
  async shortestDefault(tx: Tx, userIds: readonly string[]): Promise<{ userId: string; seconds: number } | undefined> {
    return (await readShortestDefault(tx, [userIds]))[0];
  }

  /** True if one of these people has deleted the account. */
  async isAnyDeleted(tx: Tx, userIds: readonly string[]): Promise<boolean> {
    return (await countDeleted(tx, [userIds])) > 0;
  }
}

async function switchesOf(tx: Tx, userId: string): Promise<string | undefined> {
  const [row] = await lockSwitches(tx, [userId]);
  return row?.switches;
}
