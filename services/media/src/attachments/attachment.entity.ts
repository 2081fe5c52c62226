import { ATTACHMENT_KINDS, type AttachmentKind, type AttachmentVariant } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** An object in the bucket, and what is known of its bytes. */
export interface KeptObject {
  name: string;
  bytes: number;
  sha256: string;
  mimeType: string;
}

export type KeptObjects = Partial<Record<AttachmentVariant, KeptObject>>;

/**
 * A file of a couple. It is staged until a message refers to it; staged ones that none refers to are collected after a
 * day. A voice note has no objects to show until it was made playable.
 */
@Entity('attachments')
@Index('attachments_couple', ['coupleId'])
@Index('attachments_owner', ['ownerId'])
@Index('attachments_staged', ['createdAt'], { where: 'NOT sent' })
@Check('attachments_kind_check', `kind IN (${ATTACHMENT_KINDS.map((kind) => `'${kind}'`).join(', ')})`)
@Check('attachments_bytes_check', 'bytes >= 0')
export class Attachment {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'attachments_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @ManyToOne(() => Couple)
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'attachments_couple_fkey' })
  couple?: Relation<Couple>;

  /** Who sent it. */
  @Column('uuid', { name: 'owner_id' })
  ownerId!: string;

  @Column('text')
  kind!: AttachmentKind;

  /** A message refers to it. */
  @Column('boolean', { default: false })
  sent!: boolean;

  @Column('text')
  filename!: string;

  @Column('jsonb')
  objects!: KeptObjects;

  /** The room that it takes: its different objects together. */
  @Column('integer')
  bytes!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
