import { FILE_OWNER_TYPES, type FileOwnerType } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** An entity that owns files. Its row stays when the entity is gone: the links to its files stay dead. */
@Entity('file_owners')
@Index('file_owners_couple', ['coupleId'])
@Check('file_owners_type_check', `type IN (${FILE_OWNER_TYPES.map((type) => `'${type}'`).join(', ')})`)
export class FileOwnerRow {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'file_owners_pkey' })
  type!: FileOwnerType;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'file_owners_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  /** Links that were signed for an earlier epoch are dead. */
  @Column('integer', { name: 'access_epoch', default: 0 })
  accessEpoch!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'file_owners_couple_fkey' })
  couple?: Relation<Couple>;
}
