import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Conversation } from '../conversations/conversation.entity.js';

/**
 * The search words of a block: 256 consecutive messages of a conversation, written behind their commits. A trigger on
 * `messages` deletes the block of a text that is changed or deleted; a search reads messages without a block themselves.
 */
@Entity('word_blocks')
export class WordBlock {
  @PrimaryColumn('uuid', { name: 'conversation_id', primaryKeyConstraintName: 'word_blocks_pkey' })
  conversationId!: string;

  @ManyToOne(() => Conversation, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'conversation_id', foreignKeyConstraintName: 'word_blocks_conversation_fkey' })
  conversation?: Relation<Conversation>;

  /** 0 for the messages 1 to 256. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'word_blocks_pkey' })
  block!: number;

  /** Null: more words than a tsvector can have. A search reads these messages too. */
  @Column('tsvector', { nullable: true, select: false })
  words!: string | null;

  /** The rule by which the texts were split. A search reads the messages themselves when it has another one. */
  @Column('smallint', { default: 1 })
  rule!: number;
}
