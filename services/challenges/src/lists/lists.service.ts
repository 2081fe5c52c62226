import { type ChangeListByIdDto, type CreateListDto, LIMITS, type ListSummary, listCreated } from '@duet/contracts';
import { AppError, Clock, Transactions, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { IsNull, Not } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { deletionAskedBy } from '../couples/consent.js';
import { CouplesService, type Membership } from '../couples/couples.service.js';
import { ListChanges } from './list-changes.js';
import { List } from './list.entity.js';
import { ListItem } from './list-item.entity.js';
import { LIST_TEMPLATES_IN } from './list-template-texts.js';
import { ListsReader } from './lists-reader.js';

/** Lists: their words, their end, and the choice of one item. */
@Injectable()
export class ListsService {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
    @Inject(ListChanges) private readonly changes: ListChanges,
    @Inject(ListsReader) private readonly reader: ListsReader,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /**
   * Creating again under the same `clientId` answers with the first list.
   * @throws AppError NO_PARTNER, PART_HIDDEN, TEMPLATE_NOT_FOUND, TOO_MANY_LISTS
   */
  async create(userId: string, dto: CreateListDto): Promise<ListSummary> {
    return this.transactions.run(async (unit) => {
      const { tx } = unit;
      const member = await this.couples.lockMembershipForChange(tx, userId, 'lists');
      const { coupleId } = member;
      const made = await tx.findOneBy(List, { coupleId, createdBy: userId, clientId: dto.clientId });
      if (made) return this.reader.view(tx, made);
      if ((await tx.countBy(List, { coupleId })) >= LIMITS.lists) throw new AppError('TOO_MANY_LISTS');
      const texts = textsOf(dto);
      const now = this.clock.now();
      const list = newList(member, dto, texts.length, now);
      await tx.insert(List, list);
      await tx.insert(ListItem, newItems(list, texts, now));
      await this.changes.announce(unit, member, list);
      await unit.record(listCreated, coupleId, { coupleId, listId: list.id, actorId: userId });
      return this.reader.view(tx, list);
    });
  }

  /** @throws AppError NO_PARTNER, PART_HIDDEN, LIST_NOT_FOUND, VERSION_CONFLICT */
  async change(userId: string, { id, version, archived, ...words }: ChangeListByIdDto): Promise<ListSummary> {
    return this.changes.run(userId, id, async ({ list, now, unit: { tx } }) => {
      if (list.version !== version)
        throw new AppError('VERSION_CONFLICT', { current: await this.reader.view(tx, list) });
      const { title = list.title, kind = list.kind } = words;
      const archivedAt = archived === undefined ? list.archivedAt : archived ? (list.archivedAt ?? now) : null;
      const columns = { title, kind, archivedAt, version: version + 1 };
      return { changed: true, columns, answer: (changed) => this.reader.view(tx, changed) };
    });
  }

  /**
   * Chooses one of the open items; another one than before where there are several.
   * @throws AppError NO_PARTNER, PART_HIDDEN, LIST_NOT_FOUND, NOTHING_TO_PICK
   */
  async pick(userId: string, id: string): Promise<ListSummary> {
    return this.changes.run(userId, id, async ({ list, now, unit: { tx } }) => {
      const open = await tx.find(ListItem, {
        select: { id: true },
        where: { listId: id, doneAt: IsNull(), deletedRev: IsNull() },
      });
      const others = open.filter((item) => item.id !== list.pickedItem);
      const choices = others.length > 0 ? others : open;
      if (choices.length === 0) throw new AppError('NOTHING_TO_PICK');
      const pickedItem = choices[randomInt(choices.length)]?.id ?? null;
      const columns = { pickedItem, pickedBy: userId, pickedAt: now };
      return { changed: true, columns, answer: (changed) => this.reader.view(tx, changed) };
    });
  }

  /**
   * Deletes at once where the partner has written nothing into it. Otherwise the first call records the request, and the
   * other member's call within 7 days deletes.
   * @throws AppError NO_PARTNER, PART_HIDDEN, LIST_NOT_FOUND; PARTNER_CONTENT once the request is recorded
   */
  async delete(userId: string, id: string): Promise<void> {
    const current = await this.changes.run<ListSummary | null>(userId, id, async ({ list, member, now, unit }) => {
      const { tx } = unit;
      const askedBy = deletionAskedBy(list, now);
      const isTheirs = list.createdBy !== userId;
      const hasTheirs = isTheirs || (await tx.existsBy(ListItem, { listId: id, createdBy: Not(userId) }));
      if (!hasTheirs || askedBy === member.partnerId) {
        await tx.delete(List, { id });
        return { changed: true, answer: () => null };
      }
      const columns = { deleteAskedBy: userId, deleteAskedAt: now };
      return { changed: askedBy !== userId, columns, answer: (changed) => this.reader.view(tx, changed) };
    });
    // The request is committed before the caller learns that the other must agree.
    if (current) throw new AppError('PARTNER_CONTENT', { current });
  }
}

/** The items become the couple's own texts, in the language of the person who creates the list. @throws AppError TEMPLATE_NOT_FOUND */
function textsOf({ templateId }: CreateListDto): readonly string[] {
  if (templateId === undefined) return [];
  const template = LIST_TEMPLATES_IN[requestContext.language()].get(templateId);
  if (!template) throw new AppError('TEMPLATE_NOT_FOUND');
  return template.items;
}

const newList = ({ coupleId, userId }: Membership, dto: CreateListDto, rev: number, now: Date): List =>
  Object.assign(new List(), {
    id: uuid(),
    coupleId,
    createdBy: userId,
    clientId: dto.clientId,
    title: dto.title,
    kind: dto.kind,
    rev,
    pickedItem: null,
    pickedBy: null,
    pickedAt: null,
    deleteAskedBy: null,
    deleteAskedAt: null,
    archivedAt: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  });

const newItems = ({ id: listId, createdBy }: List, texts: readonly string[], createdAt: Date): ListItem[] =>
  texts.map((text, index) =>
    newItem({ listId, createdBy, clientId: uuid(), text, rev: index + 1, position: index + 1, createdAt }),
  );

/** An open item that nobody has changed yet. */
export const newItem = (
  fields: Pick<ListItem, 'listId' | 'createdBy' | 'clientId' | 'text' | 'rev' | 'position' | 'createdAt'> &
    Partial<ListItem>,
): ListItem =>
  Object.assign(new ListItem(), {
    id: uuid(),
    assignedTo: null,
    dueAt: null,
    doneAt: null,
    doneBy: null,
    editedRev: fields.rev,
    deletedRev: null,
    editIds: [],
    ...fields,
  });
