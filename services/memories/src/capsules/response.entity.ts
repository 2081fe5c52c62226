import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Capsule } from './capsule.entity.js';

/** A comment under an open capsule. */
@Entity('capsule_comments')
@Index('capsule_comments_capsule', ['capsuleId', 'id'])
@Index('capsule_comments_user', ['userId'])
@Index('capsule_comments_client_id', ['capsuleId', 'userId', 'clientId'], { unique: true })
export class CapsuleComment {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'capsule_comments_pkey' })
  id!: string;

  @Column('uuid', { name: 'capsule_id' })
  capsuleId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('text')
  text!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @ManyToOne(() => Capsule, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'capsule_id', foreignKeyConstraintName: 'capsule_comments_capsule_fkey' })
  capsule?: Relation<Capsule>;
}

/** One emoji of one member on an open capsule. */
@Entity('capsule_reactions')
@Index('capsule_reactions_user', ['userId'])
export class CapsuleReactionRow {
  @PrimaryColumn('uuid', { name: 'capsule_id', primaryKeyConstraintName: 'capsule_reactions_pkey' })
  capsuleId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'capsule_reactions_pkey' })
  userId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'capsule_reactions_pkey' })
  emoji!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @ManyToOne(() => Capsule, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'capsule_id', foreignKeyConstraintName: 'capsule_reactions_capsule_fkey' })
  capsule?: Relation<Capsule>;
}
