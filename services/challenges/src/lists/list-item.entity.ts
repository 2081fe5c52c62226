import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { List } from './list.entity.js';

/** An item of a list, or its tombstone. */
@Entity('list_items')
@Index('list_items_rev', ['listId', 'rev'], { unique: true })
@Index('list_items_client_id', ['listId', 'createdBy', 'clientId'], { unique: true })
@Index('list_items_created_by', ['createdBy'])
@Check('list_items_done_check', 'done_by IS NULL OR done_at IS NOT NULL')
export class ListItem {
  /** Version 7: ids grow with time. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'list_items_pkey' })
  id!: string;

  @Column('uuid', { name: 'list_id' })
  listId!: string;

  @Column('uuid', { name: 'created_by' })
  createdBy!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('text')
  text!: string;

  /** Sorts the items; two may have the same. */
  @Column('double precision')
  position!: number;

  @Column('uuid', { name: 'assigned_to', nullable: true })
  assignedTo!: string | null;

  @Column('timestamptz', { name: 'due_at', nullable: true })
  dueAt!: Date | null;

  @Column('timestamptz', { name: 'done_at', nullable: true })
  doneAt!: Date | null;

  /** Null also where that account is deleted. */
  @Column('uuid', { name: 'done_by', nullable: true })
  doneBy!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** The list's rev at the newest change of this item. */
  @Column('integer')
  rev!: number;

  @Column('integer', { name: 'edited_rev' })
  editedRev!: number;

  @Column('integer', { name: 'deleted_rev', nullable: true })
  deletedRev!: number | null;

  /** The client ids of the newest edits: a repeated one changes nothing. */
  @Column('uuid', { name: 'edit_ids', array: true })
  editIds!: string[];

  @ManyToOne(() => List, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'list_id', foreignKeyConstraintName: 'list_items_list_fkey' })
  list?: Relation<List>;
}
