import type {
  ContributionKind,
  KeptAnswersView,
  KeptChallengeView,
  KeptMessageView,
  KeptStoryView,
  Visibility,
} from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Capsule } from './capsule.entity.js';

/** On the map: its author named a point, or a camera did. */
export const MAPPED = '(lat IS NOT NULL OR has_pictured_place)';

/**
 * A piece that one member put into a capsule: own words, a place, or a copy of something that was said. Only its author
 * changes or deletes it.
 */
@Entity('contributions')
@Index('contributions_capsule', ['capsuleId', 'happenedOn', 'id'])
@Index('contributions_counts', ['capsuleId', 'authorId', 'kind'])
@Index('contributions_timeline', ['coupleId', 'happenedOn', 'id'])
@Index('contributions_author', ['authorId'])
@Index('contributions_client_id', ['capsuleId', 'authorId', 'clientId'], { unique: true })
@Index('contributions_search', { synchronize: false })
@Index('contributions_mapped', ['coupleId', 'happenedOn', 'id'], { where: MAPPED })
@Index('contributions_kept', ['capsuleId', 'authorId', 'keptId'], { unique: true, where: 'kept_id IS NOT NULL' })
@Index('contributions_kept_of', ['coupleId', 'keptId'], { where: 'kept_id IS NOT NULL' })
@Check(
  'contributions_kept_check',
  "(kept_id IS NOT NULL) = (kind IN ('message', 'answer', 'challenge', 'step')) AND (kept_message IS NOT NULL) = (kind = 'message') AND (kept_answers IS NOT NULL) = (kind = 'answer') AND (kept_challenge IS NOT NULL) = (kind IN ('challenge', 'step')) AND (kept_story IS NOT NULL) = (kind = 'story')",
)
@Check('contributions_place_check', '(lat IS NULL) = (lng IS NULL) AND (lat IS NULL OR place_label IS NOT NULL)')
export class Contribution {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'contributions_pkey' })
  id!: string;

  @Column('uuid', { name: 'capsule_id' })
  capsuleId!: string;

  /** The capsule's, for reads over all capsules of a couple. */
  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'author_id' })
  authorId!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('text')
  kind!: ContributionKind;

  @Column('text', { default: '' })
  text!: string;

  /** The id of the message, daily question, challenge or step that this copies; null for a page of a story. */
  @Column('uuid', { name: 'kept_id', nullable: true })
  keptId!: string | null;

  /** The people whose words the copy contains. */
  @Column('uuid', { name: 'kept_by', array: true, default: '{}' })
  keptBy!: string[];

  @Column('jsonb', { name: 'kept_message', nullable: true })
  keptMessage!: KeptMessageView | null;

  @Column('jsonb', { name: 'kept_answers', nullable: true })
  keptAnswers!: KeptAnswersView | null;

  @Column('jsonb', { name: 'kept_challenge', nullable: true })
  keptChallenge!: KeptChallengeView | null;

  @Column('jsonb', { name: 'kept_story', nullable: true })
  keptStory!: KeptStoryView | null;

  @Column('text', { name: 'place_label', nullable: true })
  placeLabel!: string | null;

  /** Degrees. */
  @Column('double precision', { nullable: true })
  lat!: number | null;

  @Column('double precision', { nullable: true })
  lng!: number | null;

  /** One of its pictures tells where it was taken. */
  @Column('boolean', { name: 'has_pictured_place', default: false })
  hasPicturedPlace!: boolean;

  /** `YYYY-MM-DD`: the day it is about. */
  @Column('date', { name: 'happened_on' })
  happenedOn!: string;

  @Column('text')
  visibility!: Visibility;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'edited_at', nullable: true })
  editedAt!: Date | null;

  @ManyToOne(() => Capsule, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'capsule_id', foreignKeyConstraintName: 'contributions_capsule_fkey' })
  capsule?: Relation<Capsule>;
}

/** The columns of a contribution that copies nothing. */
export const NOT_KEPT: Pick<
  Contribution,
  'keptId' | 'keptBy' | 'keptMessage' | 'keptAnswers' | 'keptChallenge' | 'keptStory'
> = {
  keptId: null,
  keptBy: [],
  keptMessage: null,
  keptAnswers: null,
  keptChallenge: null,
  keptStory: null,
};
