import type {
  AllowedFilesDto,
  CapsuleCover,
  CapsuleFiles,
  CapsuleView,
  ContributionView,
  DescribedFile,
  EntityFileView,
  OnThisDayMemory,
  TimelineEntry,
} from '@duet/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Exchange } from '../http/exchange.js';
import { EntityFiles } from '../media/entity-files.js';
import { MediaClient } from '../media/media-client.js';

/** The files of capsules, as memories allows them. */
@Injectable()
export class CapsuleFilesClient {
  constructor(
    @Inject(MediaClient) private readonly media: MediaClient,
    @Inject(EntityFiles) private readonly entityFiles: EntityFiles,
  ) {}

  /** Fills in the files. Without media's answer they stay null, and the words are readable all the same. */
  async fill(exchange: Exchange, contributions: readonly ContributionView[]): Promise<ContributionView[]> {
    const files = await this.entityFiles.describeIfPossible(exchange, ownersOf(contributions));
    return contributions.map((contribution) => filledWith(contribution, files));
  }

  async fillCapsule(exchange: Exchange, capsule: CapsuleView): Promise<CapsuleView> {
    const files = await this.entityFiles.describeIfPossible(exchange, [
      ...ownersOf(capsule.contributions),
      ...coverOwnersOf([capsule]),
    ]);
    const contributions = capsule.contributions.map((contribution) => filledWith(contribution, files));
    return { ...coveredWith(capsule, files), contributions };
  }

  /** Fills in the covers of a list. */
  async fillCovers<Covered extends Coverable>(exchange: Exchange, capsules: readonly Covered[]): Promise<Covered[]> {
    const files = await this.entityFiles.describeIfPossible(exchange, coverOwnersOf(capsules));
    return capsules.map((capsule) => coveredWith(capsule, files));
  }

  /** Fills in the files and the covers of a timeline, in one call. */
  async fillTimeline(exchange: Exchange, entries: readonly TimelineEntry[]): Promise<TimelineEntry[]> {
    const files = await this.entityFiles.describeIfPossible(exchange, [
      ...ownersOf(entries.map(({ contribution }) => contribution)),
      ...coverOwnersOf(entries.map(({ capsule }) => capsule)),
    ]);
    return entries.map(({ capsule, contribution }) => ({
      capsule: coveredWith(capsule, files),
      contribution: filledWith(contribution, files),
    }));
  }

  /** Fills in the files of earlier years. */
  async fillMemories(exchange: Exchange, memories: readonly OnThisDayMemory[]): Promise<OnThisDayMemory[]> {
    const contributions = memories.flatMap(({ contribution }) => contribution ?? []);
    const files = await this.entityFiles.describeIfPossible(exchange, ownersOf(contributions));
    return memories.map(({ contribution, ...memory }) => ({
      ...memory,
      contribution: contribution && filledWith(contribution, files),
    }));
  }

  /** New links to files that memories has just allowed. @throws AppError media's refusal; UNAVAILABLE, TIMEOUT */
  async describe(exchange: Exchange, capsuleId: string, { ids, access }: CapsuleFiles): Promise<DescribedFile[]> {
    if (ids.length === 0) return [];
    return (await this.media.describeFiles(exchange, [{ type: 'capsule', id: capsuleId, ...access, ids }])).files;
  }

  /** As `EntityFiles.endEarlierLinks`. @throws AppError UNAVAILABLE, TIMEOUT */
  async endEarlierLinks(exchange: Exchange, id: string, coupleId: string, epoch: number): Promise<void> {
    await this.entityFiles.endEarlierLinks(exchange, { type: 'capsule', id, coupleId }, epoch);
  }
}

interface Coverable {
  _id: string;
  cover: CapsuleCover | null;
}

const filledWith = (contribution: ContributionView, files: ReadonlyMap<string, EntityFileView>): ContributionView => ({
  ...contribution,
  attachments: contribution.attachments.map((one) => ({ ...one, file: files.get(one.id) ?? null })),
});

const coveredWith = <Covered extends Coverable>(
  capsule: Covered,
  files: ReadonlyMap<string, EntityFileView>,
): Covered => ({
  ...capsule,
  cover: capsule.cover && { ...capsule.cover, file: files.get(capsule.cover.id) ?? null },
});

/** The cover of each capsule, which may be in the list several times. */
const coverOwnersOf = (capsules: readonly Coverable[]): AllowedFilesDto[] =>
  [...new Map(capsules.map((capsule) => [capsule._id, capsule])).values()].flatMap(({ _id: id, cover }) =>
    cover ? [{ type: 'capsule' as const, id, ...cover.access, ids: [cover.id] }] : [],
  );

/** The files of each capsule that the contributions are from. */
function ownersOf(contributions: readonly ContributionView[]): AllowedFilesDto[] {
  const withFiles = contributions.filter(({ attachments }) => attachments.length > 0);
  return [...Map.groupBy(withFiles, ({ capsuleId }) => capsuleId)].flatMap(([id, own]) => {
    const access = own[0]?.access;
    const ids = own.flatMap(({ attachments }) => attachments.map((one) => one.id));
    return access ? [{ type: 'capsule' as const, id, ...access, ids }] : [];
  });
}
