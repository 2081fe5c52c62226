import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Message } from '../messages/message.entity.js';
import { Person } from '../people/person.entity.js';

/** One emoji of one person on one message. */
@Entity('reactions')
@Index('reactions_user', ['userId'])
export class Reaction {
  @PrimaryColumn('uuid', { name: 'message_id', primaryKeyConstraintName: 'reactions_pkey' })
  messageId!: string;

  @ManyToOne(() => Message, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'message_id', foreignKeyConstraintName: 'reactions_message_fkey' })
  message?: Relation<Message>;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'reactions_pkey' })
  userId!: string;

  @ManyToOne(() => Person)
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'reactions_user_fkey' })
  user?: Relation<Person>;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'reactions_pkey' })
  emoji!: string;

  /** The statement's time and not the transaction's: it orders the reactions. */
  @Column('timestamptz', { name: 'created_at', default: () => 'clock_timestamp()' })
  createdAt!: Date;
}
