import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from './couple.entity.js';

/** The constraint that says 'at most one partner'. */
export const ONE_PARTNER = 'couple_members_one_active';

/**
 * A person's place in a couple. No foreign key to people: an ended couple outlives a member who deleted the account,
 * because the other may still export what they had.
 */
@Entity('couple_members')
@Index(ONE_PARTNER, ['userId'], { unique: true, where: 'active' })
@Index('couple_members_user', ['userId'])
export class CoupleMember {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'couple_members_pkey' })
  coupleId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'couple_members_pkey' })
  userId!: string;

  @Column('boolean')
  active!: boolean;

  @ManyToOne(() => Couple, (couple) => couple.members, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'couple_members_couple_fkey' })
  couple!: Relation<Couple>;
}
