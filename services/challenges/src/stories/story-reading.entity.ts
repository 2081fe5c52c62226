import type { StoryStatus } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** A node that the two have passed. Its number in the path is the `step` of the choices made there. */
export interface PassedNode {
  nodeId: string;
  at: string;
  /** Decided a `random` edge, so that a replay takes the same one. */
  seed?: number;
}

/** One reading of a story. Member `a` of the story is the one who invited. */
@Entity('story_sessions')
@Index('story_sessions_couple', ['coupleId', 'id'])
@Index('story_sessions_client_id', ['coupleId', 'createdBy', 'clientId'], { unique: true })
@Index('story_sessions_open', ['coupleId', 'templateId'], { unique: true, where: "status IN ('invited', 'active')" })
@Check('story_sessions_status_check', "status IN ('invited', 'active', 'finished', 'left')")
@Check('story_sessions_finished_check', "(status = 'finished') = (finished_at IS NOT NULL)")
@Check('story_sessions_version_check', 'version > 0')
export class StoryReading {
  /** Version 7: ids grow with time. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'story_sessions_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'created_by' })
  createdBy!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('text', { name: 'template_id' })
  templateId!: string;

  @Column('integer', { name: 'template_version' })
  templateVersion!: number;

  @Column('text')
  status!: StoryStatus;

  @Column('text', { name: 'node_id' })
  nodeId!: string;

  @Column('jsonb', { default: [] })
  path!: PassedNode[];

  /** As at the invitation, so that the story says the same to both and each time. */
  @Column('integer', { name: 'days_together', nullable: true })
  daysTogether!: number | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  @Column('timestamptz', { name: 'finished_at', nullable: true })
  finishedAt!: Date | null;

  /** The keepsake made of it. */
  @Column('uuid', { name: 'capsule_id', nullable: true })
  capsuleId!: string | null;

  /** Rises when the story goes on, and not with a choice that waits for the other's. */
  @Column('integer')
  version!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'story_sessions_couple_fkey' })
  couple?: Relation<Couple>;
}
