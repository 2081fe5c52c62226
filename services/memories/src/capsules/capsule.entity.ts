import type { CapsuleKind, CapsuleSource, CapsuleStatus, CapsuleTheme, OpenRule } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** A capsule of a couple. It contains contributions. */
@Entity('capsules')
@Index('capsules_couple', ['coupleId', 'id'])
@Index('capsules_couple_status', ['coupleId', 'status', 'id'])
@Index('capsules_search', { synchronize: false })
@Index('capsules_client_id', ['coupleId', 'createdBy', 'clientId'], { unique: true })
@Index('capsules_unlock_at', ['unlockAt'], { where: "status = 'sealed'" })
@Index('capsules_completed_at', ['coupleId', 'completedAt'], { where: "status = 'completed'" })
@Index('capsules_deleted_at', ['deletedAt'], { where: 'deleted_at IS NOT NULL' })
@Index('capsules_cover', ['coverUploadId'], { where: 'cover_upload_id IS NOT NULL' })
@Index('capsules_kept', ['coupleId'], { unique: true, where: 'collects_kept' })
@Index('capsules_year', ['coupleId', 'year'], { unique: true, where: 'year IS NOT NULL' })
@Index('capsules_anniversary', ['coupleId', 'anniversaryYear'], {
  unique: true,
  where: 'anniversary_year IS NOT NULL',
})
@Index('capsules_challenge', ['coupleId', 'challengeId'], { unique: true, where: 'challenge_id IS NOT NULL' })
@Index('capsules_goal', ['coupleId', 'goalId'], { unique: true, where: 'goal_id IS NOT NULL' })
@Index('capsules_story', ['coupleId', 'storyReadingId'], { unique: true, where: 'story_session_id IS NOT NULL' })
@Check('capsules_source_check', "source IN ('manual', 'chat', 'year', 'challenge', 'story', 'goal')")
@Check('capsules_challenge_check', "(source = 'challenge') = (challenge_id IS NOT NULL)")
@Check('capsules_story_check', "(source = 'story') = (story_session_id IS NOT NULL)")
@Check('capsules_goal_check', "(source = 'goal') = (goal_id IS NOT NULL)")
@Check('capsules_year_check', "num_nonnulls(year, anniversary_year) = (source = 'year')::int")
@Check('capsules_kept_check', "NOT collects_kept OR (source = 'chat' AND status = 'collecting' AND deleted_at IS NULL)")
@Check('capsules_cover_check', '(cover_upload_id IS NULL) = (cover_client_id IS NULL)')
@Check('capsules_theme_check', "theme IN ('paper', 'night', 'sea', 'forest', 'rose', 'sun')")
@Check('capsules_kind_check', "kind IN ('timed', 'keepsake')")
@Check('capsules_status_check', "status IN ('collecting', 'sealed', 'ready', 'completed')")
@Check('capsules_unlock_check', "(kind = 'timed') = (unlock_at IS NOT NULL AND unlock_tz IS NOT NULL)")
@Check('capsules_keepsake_check', "kind = 'timed' OR status IN ('collecting', 'completed')")
@Check('capsules_version_check', 'version > 0')
export class Capsule {
  /** Version 7: ids grow with time, so a list by id is a list by age. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'capsules_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'created_by' })
  createdBy!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('text')
  kind!: CapsuleKind;

  @Column('text')
  title!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('text', { nullable: true })
  emoji!: string | null;

  /** Null for the colours of its state. */
  @Column('text', { nullable: true })
  theme!: CapsuleTheme | null;

  /** A picture that was uploaded for the outside, so it is never sealed. A picture of a contribution is marked in its own row. */
  @Column('uuid', { name: 'cover_upload_id', nullable: true })
  coverUploadId!: string | null;

  @Column('uuid', { name: 'cover_client_id', nullable: true })
  coverClientId!: string | null;

  @Column('text', { array: true, default: '{}' })
  tags!: string[];

  /** Its origin. */
  @Column('text', { default: 'manual' })
  source!: CapsuleSource;

  /** The couple's one album that takes kept things. Finishing or deleting it makes it an album like others. */
  @Column('boolean', { name: 'collects_kept', default: false })
  collectsKept!: boolean;

  /** The calendar year of which it is the keepsake. */
  @Column('integer', { nullable: true })
  year!: number | null;

  /** The calendar year of the anniversary of which it is the keepsake. */
  @Column('integer', { name: 'anniversary_year', nullable: true })
  anniversaryYear!: number | null;

  /** The challenge of which it is the keepsake. */
  @Column('uuid', { name: 'challenge_id', nullable: true })
  challengeId!: string | null;

  /** The reading of the story of which it is the keepsake. */
  @Column('uuid', { name: 'story_session_id', nullable: true })
  storyReadingId!: string | null;

  /** The goal of which it is the keepsake. */
  @Column('uuid', { name: 'goal_id', nullable: true })
  goalId!: string | null;

  @Column('text')
  status!: CapsuleStatus;

  @Column('timestamptz', { name: 'unlock_at', nullable: true })
  unlockAt!: Date | null;

  @Column('text', { name: 'unlock_tz', nullable: true })
  unlockTz!: string | null;

  @Column('text', { name: 'open_rule' })
  openRule!: OpenRule;

  @Column('uuid', { name: 'seal_confirmed_by', array: true, default: '{}' })
  sealConfirmedBy!: string[];

  /** The first of these confirmations; after 7 days either seals alone. */
  @Column('timestamptz', { name: 'seal_confirmed_at', nullable: true })
  sealConfirmedAt!: Date | null;

  @Column('uuid', { name: 'open_confirmed_by', array: true, default: '{}' })
  openConfirmedBy!: string[];

  /** The first of these confirmations; after 7 days either opens alone. */
  @Column('timestamptz', { name: 'open_confirmed_at', nullable: true })
  openConfirmedAt!: Date | null;

  @Column('uuid', { name: 'delete_confirmed_by', array: true, default: '{}' })
  deleteConfirmedBy!: string[];

  /** The request to delete lapses 7 days later. */
  @Column('timestamptz', { name: 'delete_confirmed_at', nullable: true })
  deleteConfirmedAt!: Date | null;

  @Column('timestamptz', { name: 'sealed_at', nullable: true })
  sealedAt!: Date | null;

  @Column('timestamptz', { name: 'ready_at', nullable: true })
  readyAt!: Date | null;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt!: Date | null;

  @Column('timestamptz', { name: 'proposed_unlock_at', nullable: true })
  proposedUnlockAt!: Date | null;

  @Column('uuid', { name: 'proposed_by', nullable: true })
  proposedBy!: string | null;

  @Column('timestamptz', { name: 'proposed_at', nullable: true })
  proposedAt!: Date | null;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  @Column('integer')
  version!: number;

  /** Rises whenever access to the files shrinks; links of earlier epochs are dead. */
  @Column('integer', { name: 'access_epoch', default: 0 })
  accessEpoch!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'capsules_couple_fkey' })
  couple?: Relation<Couple>;
}
