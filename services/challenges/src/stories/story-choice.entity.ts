import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { StorySession } from './story-session.entity.js';

/** What one member chose or wrote at a step of the path. Nobody else reads it before the path has passed that step. */
@Entity('story_choices')
@Index('story_choices_user', ['userId'])
@Check('story_choices_either_check', '(choice_id IS NULL) <> (text IS NULL)')
export class StoryChoice {
  @PrimaryColumn('uuid', { name: 'session_id', primaryKeyConstraintName: 'story_choices_pkey' })
  sessionId!: string;

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

  @Column('timestamptz')
  at!: Date;

  @ManyToOne(() => StorySession, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'story_choices_session_fkey' })
  session?: Relation<StorySession>;
}
