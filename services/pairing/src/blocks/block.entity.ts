import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Person } from '../people/person.entity.js';

/** A block. Neither person finds or reaches the other. */
@Entity('blocks')
@Check('blocks_self_check', 'blocker_id <> blocked_id')
@Index('blocks_blocked', ['blockedId'])
export class Block {
  @PrimaryColumn('uuid', { name: 'blocker_id', primaryKeyConstraintName: 'blocks_pkey' })
  blockerId!: string;

  @PrimaryColumn('uuid', { name: 'blocked_id', primaryKeyConstraintName: 'blocks_pkey' })
  blockedId!: string;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'blocker_id', foreignKeyConstraintName: 'blocks_blocker_fkey' })
  blocker!: Relation<Person>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'blocked_id', foreignKeyConstraintName: 'blocks_blocked_fkey' })
  blocked!: Relation<Person>;
}
