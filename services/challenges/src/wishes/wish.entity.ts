import type { WishStatus } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** A deleted wish is a row without words: its points stay spent. */
export type WishState = WishStatus | 'deleted';

/** Something that its creator would gladly do. Its state reserves and spends points of the couple. */
@Entity('wishes')
@Index('wishes_couple', ['coupleId', 'id'])
@Index('wishes_client_id', ['coupleId', 'createdBy', 'clientId'], { unique: true })
@Index('wishes_redeemed_at', ['redeemedAt'], { where: "status = 'redeemed'" })
@Check('wishes_status_check', "status IN ('open', 'redeemed', 'fulfilled', 'deleted')")
@Check('wishes_redeemed_check', "(status = 'open') = (redeemed_at IS NULL)")
@Check('wishes_confirmed_check', "confirmed_by IS NULL OR status = 'redeemed'")
@Check('wishes_fulfilled_check', "(status IN ('fulfilled', 'deleted')) = (fulfilled_at IS NOT NULL)")
@Check('wishes_points_check', 'points > 0')
@Check('wishes_version_check', 'version > 0')
export class Wish {
  /** Version 7: ids grow with time, so a list by id is a list by age. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'wishes_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'created_by' })
  createdBy!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('text')
  title!: string;

  @Column('integer')
  points!: number;

  @Column('text')
  status!: WishState;

  @Column('timestamptz', { name: 'redeemed_at', nullable: true })
  redeemedAt!: Date | null;

  /** The member who has confirmed while the other has not. */
  @Column('uuid', { name: 'confirmed_by', nullable: true })
  confirmedBy!: string | null;

  @Column('timestamptz', { name: 'fulfilled_at', nullable: true })
  fulfilledAt!: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  @Column('integer')
  version!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'wishes_couple_fkey' })
  couple?: Relation<Couple>;
}
