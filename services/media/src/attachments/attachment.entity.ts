import { ATTACHMENT_KINDS, type AttachmentKind, type AttachmentVariant, type FileOwnerType } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** An object in the bucket; size and hash are those of the plaintext. */
export interface ObjectInfo {
  name: string;
  bytes: number;
  sha256: string;
  mimeType: string;
}

export type ObjectsByVariant = Partial<Record<AttachmentVariant, ObjectInfo>>;

/**
 * A file of a couple, of a message or of an entity (`ownerType`, `entityId`) such as a capsule. It is staged until its owner
 * refers to it, and deleted after a day if it never does. A voice note has no objects until it is converted.
 */
@Entity('attachments')
@Index('attachments_couple', ['coupleId'])
@Index('attachments_owner', ['ownerId'])
@Index('attachments_staged', ['createdAt'], { where: 'NOT sent' })
@Index('attachments_entity', ['ownerType', 'entityId'], { where: 'entity_id IS NOT NULL' })
@Index('attachments_plain', ['id'], { where: 'NOT sealed' })
@Check('attachments_kind_check', `kind IN (${ATTACHMENT_KINDS.map((kind) => `'${kind}'`).join(', ')})`)
@Check('attachments_bytes_check', 'bytes >= 0')
@Check(
  'attachments_entity_check',
  '(owner_type IS NULL) = (entity_id IS NULL) AND (entity_id IS NULL) = (details IS NULL)',
)
export class Attachment {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'attachments_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @ManyToOne(() => Couple)
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'attachments_couple_fkey' })
  couple?: Relation<Couple>;

  /** The sender. */
  @Column('uuid', { name: 'owner_id' })
  ownerId!: string;

  @Column('text')
  kind!: AttachmentKind;

  /** Null for a file of a message. */
  @Column('text', { name: 'owner_type', nullable: true })
  ownerType!: FileOwnerType | null;

  @Column('uuid', { name: 'entity_id', nullable: true })
  entityId!: string | null;

  /** The `FileDetails` of an entity's file, sealed with the couple's key: they may be part of something sealed. */
  @Column('bytea', { nullable: true })
  details!: Buffer | null;

  /** A message or an entity refers to it. */
  @Column('boolean', { default: false })
  sent!: boolean;

  /** Empty for a file of an entity: its details have the name. */
  @Column('text')
  filename!: string;

  @Column('jsonb')
  objects!: ObjectsByVariant;

  /** False for objects that were stored before objects were sealed. */
  @Column('boolean', { default: false })
  sealed!: boolean;

  /** Bytes of all its objects, for the quota. */
  @Column('integer')
  bytes!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
