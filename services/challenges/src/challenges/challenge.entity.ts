import type { ChallengeCategory, ChallengeStatus } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** A challenge of two: its words, its state, and the instant of its next timed transition. */
@Entity('challenges')
@Index('challenges_couple', ['coupleId', 'id'])
@Index('challenges_client_id', ['coupleId', 'proposedBy', 'clientId'], { unique: true })
@Index('challenges_turns_at', ['turnsAt'], { where: 'turns_at IS NOT NULL' })
@Check(
  'challenges_status_check',
  "status IN ('proposed', 'active', 'paused', 'completed', 'declined', 'cancelled', 'expired')",
)
@Check('challenges_paused_check', "(status = 'paused') = (paused_at IS NOT NULL)")
@Check('challenges_completed_check', "(status = 'completed') = (completed_at IS NOT NULL)")
@Check('challenges_overdue_check', "overdue_at IS NULL OR (due_at IS NOT NULL AND status <> 'paused')")
@Check('challenges_any_n_check', 'any_n > 0')
@Check('challenges_version_check', 'version > 0')
export class Challenge {
  /** Version 7: ids grow with time, so a list by id is a list by age. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'challenges_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'proposed_by' })
  proposedBy!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('text', { name: 'template_id', nullable: true })
  templateId!: string | null;

  /** The template's version when this was proposed; null without one, and for proposals of earlier builds. */
  @Column('integer', { name: 'template_version', nullable: true })
  templateVersion!: number | null;

  @Column('text')
  title!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('text')
  category!: ChallengeCategory;

  @Column('text')
  status!: ChallengeStatus;

  /** The number of steps that complete it; null for all. */
  @Column('integer', { name: 'any_n', nullable: true })
  anyN!: number | null;

  @Column('timestamptz', { name: 'start_at', nullable: true })
  startAt!: Date | null;

  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  @Column('timestamptz', { name: 'paused_at', nullable: true })
  pausedAt!: Date | null;

  /** Since when the due date counts as passed; null before, and again after an extension. */
  @Column('timestamptz', { name: 'overdue_at', nullable: true })
  overdueAt!: Date | null;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt!: Date | null;

  /** The instant of the next timed transition; null without one. */
  @Column('timestamptz', { name: 'turns_at', nullable: true })
  turnsAt!: Date | null;

  /** The response of the other to the answer. */
  @Column('text', { nullable: true })
  note!: string | null;

  @Column('uuid', { name: 'capsule_id', nullable: true })
  capsuleId!: string | null;

  /** Rises when files that somebody could load go away: links that were signed before are dead. */
  @Column('integer', { name: 'access_epoch', default: 0 })
  accessEpoch!: number;

  @Column('uuid', { name: 'delete_confirmed_by', array: true, default: '{}' })
  deleteConfirmedBy!: string[];

  /** The request to delete lapses 7 days later. */
  @Column('timestamptz', { name: 'delete_confirmed_at', nullable: true })
  deleteConfirmedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  @Column('integer')
  version!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'challenges_couple_fkey' })
  couple?: Relation<Couple>;
}
