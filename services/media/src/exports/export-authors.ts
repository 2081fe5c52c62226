import type { ChallengeRecord, GoalRecord, ListRecord, MessageView, StoryRecord, WishRecord } from '@duet/contracts';
import type { ExportedCapsule, Records } from './export-reader.js';

/** The users whose messages, answers, reactions or names an export contains. */
export class ExportAuthors {
  private readonly found = new Set<string>();

  get ids(): string[] {
    return [...this.found];
  }

  addRecords({ conversations, partner, couples, daily, templates }: Records): void {
    // Erased members have no name.
    for (const { _id, username } of conversations.flatMap(({ members }) => members))
      if (username !== '') this.found.add(_id);
    if (partner.partner) this.found.add(partner.partner._id);
    for (const { author } of templates) this.found.add(author);
    for (const { coupleId, theirs, reactions } of daily.days) {
      for (const { user } of reactions) this.found.add(user);
      const couple = theirs && couples.find((one) => one.coupleId === coupleId);
      if (couple) this.found.add(couple.partnerId);
    }
  }

  addCapsule({ createdBy, contributions, comments }: ExportedCapsule): void {
    this.add(createdBy);
    for (const { author } of [...contributions, ...comments]) this.found.add(author);
    for (const { keptMessage, keptAnswers } of contributions)
      for (const { by } of [keptMessage ?? [], keptAnswers?.answers ?? []].flat()) this.found.add(by);
  }

  addChallenge({ proposedBy, proofs, reflections }: ChallengeRecord): void {
    this.add(proposedBy);
    for (const { author } of [...proofs, ...reflections]) this.found.add(author);
  }

  addGoal({ createdBy, entries }: GoalRecord): void {
    this.add(createdBy);
    for (const { author } of entries) this.found.add(author);
  }

  addStory({ createdBy, answers }: StoryRecord): void {
    this.add(createdBy);
    for (const { author } of answers) this.found.add(author);
  }

  addList({ createdBy, items }: ListRecord): void {
    this.add(createdBy);
    for (const { author, assignedTo } of items) for (const id of [author, assignedTo]) this.add(id);
  }

  addWish({ createdBy }: WishRecord): void {
    this.add(createdBy);
  }

  addMessage({ sender, replyTo, reactions }: MessageView): void {
    this.found.add(sender._id);
    if (replyTo && replyTo.deletedAt === null) this.found.add(replyTo.sender._id);
    for (const { user } of reactions) this.found.add(user);
  }

  /** An erased user has no id. */
  private add(id: string | null): void {
    if (id !== null) this.found.add(id);
  }
}
