import {
  type ChallengeTemplateView,
  type ChallengeTemplates,
  type ChangeTemplateByIdDto,
  LIMITS,
  type TemplateData,
  type TemplateListQueryDto,
  type WriteTemplateDto,
} from '@duet/contracts';
import { AppError, Transactions, type Tx, requestContext } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { CouplesService } from '../couples/couples.service.js';
import { anyNOf, requireReachable, ruleOf } from './completion.js';
import { TEMPLATES } from './template-library.js';
import { TEMPLATES_IN } from './template-texts.js';
import { Template } from './template.entity.js';

const ownView = ({ id, createdBy, anyN, version, ...row }: Template): ChallengeTemplateView => ({
  _id: id,
  author: 'couple',
  createdBy,
  title: row.title,
  description: row.description,
  category: row.category,
  minutes: row.minutes,
  steps: row.steps,
  completionRule: ruleOf(anyN),
  distanceOk: row.distanceOk,
  intensity: row.intensity,
  version,
});

const shippedView = ({ id, ...template }: TemplateData): ChallengeTemplateView => ({
  _id: id,
  author: 'app',
  createdBy: null,
  version: 0,
  ...template,
});

const contains = (text: string, q: string): boolean => text.toLowerCase().includes(q.toLowerCase());

/** Templates: those of Duet, and those that the couple writes. */
@Injectable()
export class TemplatesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(CouplesService) private readonly couples: CouplesService,
  ) {}

  /** @throws AppError NO_PARTNER */
  async list(userId: string, { category, distanceOk, q }: TemplateListQueryDto): Promise<ChallengeTemplates> {
    const { coupleId } = await this.couples.findMembership(userId);
    const own = await this.database.manager.find(Template, { where: { coupleId }, order: { id: 'DESC' } });
    const shipped = [...TEMPLATES_IN[requestContext.language()].values()];
    const all = [...own.map(ownView), ...shipped.map(shippedView)];
    return {
      templates: all.filter(
        (template) =>
          (category === undefined || template.category === category) &&
          (distanceOk === undefined || String(template.distanceOk) === distanceOk) &&
          (q === undefined || contains(template.title, q) || contains(template.description, q)),
      ),
    };
  }

  /** One that the couple may propose from, a shipped one in English. @throws AppError TEMPLATE_NOT_FOUND */
  async find(tx: Tx, coupleId: string, id: string): Promise<ChallengeTemplateView> {
    const shipped = TEMPLATES.get(id);
    if (shipped) return shippedView(shipped);
    const own = (await tx.findBy(Template, { coupleId })).find((template) => template.id === id);
    if (!own) throw new AppError('TEMPLATE_NOT_FOUND');
    return ownView(own);
  }

  /**
   * Writing again under the same `clientId` answers with the first template.
   * @throws AppError NO_PARTNER, TOO_MANY_TEMPLATES, VALIDATION_FAILED
   */
  async write(userId: string, dto: WriteTemplateDto): Promise<ChallengeTemplateView> {
    const { completionRule, clientId, steps, description = '', ...words } = dto;
    requireReachable(completionRule, steps);
    return this.transactions.run(async ({ tx }) => {
      const { coupleId } = await this.couples.lockMembershipForChange(tx, userId);
      const made = await tx.findOneBy(Template, { coupleId, createdBy: userId, clientId });
      if (made) return ownView(made);
      if ((await tx.countBy(Template, { coupleId })) >= LIMITS.ownTemplates) throw new AppError('TOO_MANY_TEMPLATES');
      const who = { id: uuid(), coupleId, createdBy: userId, clientId };
      const row = Object.assign(new Template(), who, words, {
        description,
        steps,
        anyN: anyNOf(completionRule),
        version: 1,
      });
      await tx.insert(Template, row);
      return ownView(row);
    });
  }

  /** @throws AppError NO_PARTNER, TEMPLATE_NOT_FOUND, NOT_YOURS, VERSION_CONFLICT, VALIDATION_FAILED */
  async change(
    userId: string,
    { id, version, completionRule, ...dto }: ChangeTemplateByIdDto,
  ): Promise<ChallengeTemplateView> {
    return this.transactions.run(async ({ tx }) => {
      const template = await this.lockOwn(tx, userId, id);
      if (template.version !== version) throw new AppError('VERSION_CONFLICT', { current: ownView(template) });
      const given = Object.fromEntries(Object.entries(dto).filter(([, value]) => value !== undefined));
      Object.assign(template, given, { version: version + 1 });
      if (completionRule !== undefined) template.anyN = anyNOf(completionRule);
      requireReachable(ruleOf(template.anyN), template.steps);
      const { couple: _couple, ...row } = template;
      await tx.update(Template, { id }, row);
      return ownView(template);
    });
  }

  /** @throws AppError NO_PARTNER, TEMPLATE_NOT_FOUND, NOT_YOURS */
  async delete(userId: string, id: string): Promise<void> {
    await this.transactions.run(async ({ tx }) => {
      await this.lockOwn(tx, userId, id);
      await tx.delete(Template, { id });
    });
  }

  private async lockOwn(tx: Tx, userId: string, id: string): Promise<Template> {
    const { coupleId } = await this.couples.lockMembership(tx, userId);
    const lock = { mode: 'pessimistic_write' as const };
    const template = await tx.findOne(Template, { where: { id, coupleId }, lock });
    if (!template) throw new AppError('TEMPLATE_NOT_FOUND');
    if (template.createdBy !== userId) throw new AppError('NOT_YOURS');
    return template;
  }
}
