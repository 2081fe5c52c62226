import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Capsule } from './capsule.entity.js';

/** One member's marks on a capsule; the other never sees them. */
@Entity('capsule_marks')
@Index('capsule_marks_user', ['userId'])
export class CapsuleMark {
  @PrimaryColumn('uuid', { name: 'capsule_id', primaryKeyConstraintName: 'capsule_marks_pkey' })
  capsuleId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'capsule_marks_pkey' })
  userId!: string;

  @Column('boolean', { default: false })
  favourite!: boolean;

  @Column('boolean', { default: false })
  hidden!: boolean;

  /** Never shown among earlier years, nor is anything that lies in it. */
  @Column('boolean', { name: 'hidden_on_this_day', default: false })
  hiddenOnThisDay!: boolean;

  @ManyToOne(() => Capsule, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'capsule_id', foreignKeyConstraintName: 'capsule_marks_capsule_fkey' })
  capsule?: Relation<Capsule>;
}
