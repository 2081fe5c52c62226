import { ATTACHMENT_KINDS, type AttachmentKind } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Contribution } from './contribution.entity.js';

/** A file of a contribution. media stores the bytes and knows what it is called and looks like. */
@Entity('contribution_files')
@Index('contribution_files_contribution', ['contributionId', 'position'], { unique: true })
@Index('contribution_files_cover', ['capsuleId'], { unique: true, where: 'is_cover' })
@Index('contribution_files_fingerprint', ['capsuleId', 'fingerprint'])
@Check('contribution_files_kind_check', `kind IN (${ATTACHMENT_KINDS.map((kind) => `'${kind}'`).join(', ')})`)
@Check('contribution_files_place_check', '(lat IS NULL) = (lng IS NULL)')
export class ContributionFile {
  /** The same as in media. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'contribution_files_pkey' })
  id!: string;

  @Column('uuid', { name: 'contribution_id' })
  contributionId!: string;

  /** The contribution's, for reads over a whole capsule. */
  @Column('uuid', { name: 'capsule_id' })
  capsuleId!: string;

  @Column('smallint')
  position!: number;

  /** Documents are only those of kept messages. */
  @Column('text')
  kind!: AttachmentKind;

  @Column('text', { default: '' })
  caption!: string;

  /** Of a kept voice note, from the speaker's device. */
  @Column('text', { nullable: true })
  transcript!: string | null;

  /** The camera's clock, with its offset from UTC where the camera wrote one. */
  @Column('text', { name: 'taken_at', nullable: true })
  takenAt!: string | null;

  /** Degrees. */
  @Column('double precision', { nullable: true })
  lat!: number | null;

  @Column('double precision', { nullable: true })
  lng!: number | null;

  /** The capsule's cover; one at most. */
  @Column('boolean', { name: 'is_cover', default: false })
  isCover!: boolean;

  /** Equal for equal uploads of the couple. */
  @Column('text')
  fingerprint!: string;

  @ManyToOne(() => Contribution, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'contribution_id', foreignKeyConstraintName: 'contribution_files_contribution_fkey' })
  contribution?: Relation<Contribution>;
}
