import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { StoryReading } from './story-reading.entity.js';

/** The choice, line or photo of one member at a step of the path. Nobody else reads it before the path has passed that step. */
@Entity('story_choices')
@Index('story_choices_user', ['userId'])
@Index('story_choices_file', ['fileId'], { unique: true, where: 'file_id IS NOT NULL' })
@Check('story_choices_either_check', '(choice_id IS NULL) <> (text IS NULL AND file_id IS NULL)')
export class StoryChoice {
  @PrimaryColumn('uuid', { name: 'session_id', primaryKeyConstraintName: 'story_choices_pkey' })
  readingId!: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'story_choices_pkey' })
  step!: number;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'story_choices_pkey' })
  userId!: string;

  @Column('text', { name: 'node_id' })
  nodeId!: string;

  @Column('text', { name: 'choice_id', nullable: true })
  choiceId!: string | null;

  @Column('text', { nullable: true })
  text!: string | null;

  /** A photo; media stores the bytes and knows what it looks like. */
  @Column('uuid', { name: 'file_id', nullable: true })
  fileId!: string | null;

  /** That of the upload, so that a repeated one changes nothing. */
  @Column('uuid', { name: 'client_id', nullable: true })
  clientId!: string | null;

  @Column('timestamptz')
  at!: Date;

  @ManyToOne(() => StoryReading, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'story_choices_session_fkey' })
  reading?: Relation<StoryReading>;
}
