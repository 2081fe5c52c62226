import type { AllowedFilesDto, CapsuleFiles, CapsuleView, ContributionView, DescribedFile } from '@duet/contracts';
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
    return contributions.map((contribution) => ({
      ...contribution,
      attachments: contribution.attachments.map((one) => ({ ...one, file: files.get(one.id) ?? null })),
    }));
  }

  async fillCapsule(exchange: Exchange, capsule: CapsuleView): Promise<CapsuleView> {
    return { ...capsule, contributions: await this.fill(exchange, capsule.contributions) };
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

/** The files of each capsule that the contributions are from. */
function ownersOf(contributions: readonly ContributionView[]): AllowedFilesDto[] {
  const withFiles = contributions.filter(({ attachments }) => attachments.length > 0);
  return [...Map.groupBy(withFiles, ({ capsuleId }) => capsuleId)].flatMap(([id, own]) => {
    const access = own[0]?.access;
    const ids = own.flatMap(({ attachments }) => attachments.map((one) => one.id));
    return access ? [{ type: 'capsule' as const, id, ...access, ids }] : [];
  });
}
