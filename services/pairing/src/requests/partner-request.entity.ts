import { LIMITS } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Person } from '../people/person.entity.js';

export type RequestStatus = 'pending' | 'accepted' | 'rejected' | 'cancelled' | 'expired';

/** A partner request. A closed one stays for a while, so that a repeated answer finds its outcome. */
@Entity('partner_requests')
@Check('partner_requests_status_check', `status IN ('pending', 'accepted', 'rejected', 'cancelled', 'expired')`)
@Check('partner_requests_closed_check', `(status = 'pending') = (closed_at IS NULL)`)
@Check('partner_requests_message_check', `char_length(message) <= ${LIMITS.requestMessageLength}`)
@Check(
  'partner_requests_pair_check',
  'low_id < high_id AND low_id = LEAST(sender_id, receiver_id) AND high_id = GREATEST(sender_id, receiver_id)',
)
@Index('partner_requests_one_pending', ['lowId', 'highId'], { unique: true, where: `status = 'pending'` })
@Index('partner_requests_sender', ['senderId', 'createdAt'])
@Index('partner_requests_receiver', ['receiverId', 'createdAt'])
@Index('partner_requests_pending_since', ['createdAt'], { where: `status = 'pending'` })
@Index('partner_requests_closed_at', ['closedAt'], { where: 'closed_at IS NOT NULL' })
export class PartnerRequest {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'partner_requests_pkey' })
  id!: string;

  @Column('uuid', { name: 'sender_id' })
  senderId!: string;

  @Column('uuid', { name: 'receiver_id' })
  receiverId!: string;

  /** The pair in id order: a request in either direction has the same pair. */
  @Column('uuid', { name: 'low_id' })
  lowId!: string;

  @Column('uuid', { name: 'high_id' })
  highId!: string;

  /** The alias of the session that sent it; null for a request of the previous build. */
  @Column('uuid', { nullable: true })
  session!: string | null;

  @Column('text')
  message!: string;

  @Column('text')
  status!: RequestStatus;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'closed_at', nullable: true })
  closedAt!: Date | null;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'sender_id', foreignKeyConstraintName: 'partner_requests_sender_fkey' })
  sender!: Relation<Person>;

  @ManyToOne(() => Person, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'receiver_id', foreignKeyConstraintName: 'partner_requests_receiver_fkey' })
  receiver!: Relation<Person>;
}
