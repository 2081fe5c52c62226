import { IsOptional, IsUUID } from 'class-validator';
import { type Done, defineRpc, returns } from '../bus/rpc.js';
import type { CapsuleRecord, ContributionRecord } from './exports.js';

/** A capsule of a restitution: enough to know what the contribution belonged to. */
export type RestitutionCapsule = Pick<CapsuleRecord, 'id' | 'title' | 'kind' | 'createdAt' | 'unlockAt'>;

/** An own contribution to a capsule that was not completed, without the words and files of the former partner. */
export interface RestitutionRecord {
  capsule: RestitutionCapsule;
  contribution: ContributionRecord;
}

/** The oldest first; `next` asks for what follows, null at the end. */
export interface RestitutionRecords {
  records: RestitutionRecord[];
  next: string | null;
}

export class RestitutionRecordsDto {
  @IsUUID()
  coupleId!: string;

  /** The author. */
  @IsUUID()
  userId!: string;

  @IsOptional()
  @IsUUID()
  after?: string;
}

export class FinishRestitutionDto {
  @IsUUID()
  coupleId!: string;
}

/** Everything that one member of a purged couple gets back. UNAVAILABLE until memories knows of the purge. Only media makes this call. */
export const listRestitution = defineRpc({
  subject: 'memories.restitution.list',
  access: 'process',
  request: RestitutionRecordsDto,
  returns: returns<RestitutionRecords>(),
  errors: [],
});

/** Deletes the capsules of a purged couple: what its members get back is stored. Only media makes this call. */
export const finishRestitution = defineRpc({
  subject: 'memories.restitution.finish',
  access: 'process',
  request: FinishRestitutionDto,
  returns: returns<Done>(),
  errors: [],
});
