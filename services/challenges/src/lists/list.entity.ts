import type { ListKind } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** A list of the two. */
@Entity('lists')
@Index('lists_couple', ['coupleId', 'id'])
@Index('lists_client_id', ['coupleId', 'createdBy', 'clientId'], { unique: true })
@Check('lists_kind_check', "kind IN ('shopping', 'packing', 'films', 'places', 'other')")
@Check('lists_pick_check', '(picked_item IS NULL) = (picked_at IS NULL)')
@Check('lists_version_check', 'version > 0')
export class List {
  /** Version 7: ids grow with time, so a list by id is a list by age. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'lists_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'created_by' })
  createdBy!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('text')
  title!: string;

  @Column('text')
  kind!: ListKind;

  /** Each change of the list or of an item takes the next one under this row's lock. */
  @Column('integer')
  rev!: number;

  @Column('uuid', { name: 'picked_item', nullable: true })
  pickedItem!: string | null;

  @Column('uuid', { name: 'picked_by', nullable: true })
  pickedBy!: string | null;

  @Column('timestamptz', { name: 'picked_at', nullable: true })
  pickedAt!: Date | null;

  @Column('uuid', { name: 'delete_asked_by', nullable: true })
  deleteAskedBy!: string | null;

  /** The request to delete lapses 7 days later. */
  @Column('timestamptz', { name: 'delete_asked_at', nullable: true })
  deleteAskedAt!: Date | null;

  /** Null while it is in use. */
  @Column('timestamptz', { name: 'archived_at', nullable: true })
  archivedAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  @Column('integer')
  version!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'lists_couple_fkey' })
  couple?: Relation<Couple>;
}
