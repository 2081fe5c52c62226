import { Check, Column, Entity, Index, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import { CoupleMember } from './couple-member.entity.js';

/** Two people and their time together. The id is also their conversation's. */
@Entity('couples')
@Check('couples_version_check', 'version > 0')
@Index('couples_ended_at', ['endedAt'], { where: 'ended_at IS NOT NULL' })
export class Couple {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'couples_pkey' })
  id!: string;

  @Column('timestamptz', { name: 'linked_at' })
  linkedAt!: Date;

  /** Null while the two are linked. */
  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;

  /** IANA name; the couple's days begin and end there. */
  @Column('text', { default: 'UTC' })
  timezone!: string;

  /** Grows with every link and unlink. */
  @Column('integer')
  version!: number;

  @OneToMany(() => CoupleMember, (member) => member.couple)
  members!: Relation<CoupleMember>[];
}
