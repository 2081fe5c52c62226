import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { User } from '../users/user.entity.js';
import { Session } from '../sessions/session.entity.js';

/** The push subscription of a signed-in device. It is deleted with the session, however that ends. */
@Entity('push_subscriptions')
@Unique('push_subscriptions_endpoint_key', ['endpoint'])
@Unique('push_subscriptions_session_key', ['sessionId'])
@Index('push_subscriptions_user', ['userId'])
export class PushSubscription {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'push_subscriptions_pkey' })
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id', foreignKeyConstraintName: 'push_subscriptions_user_fkey' })
  user?: Relation<User>;

  @Column('uuid', { name: 'session_id' })
  sessionId!: string;

  @ManyToOne(() => Session, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'session_id', foreignKeyConstraintName: 'push_subscriptions_session_fkey' })
  session?: Relation<Session>;

  /** The device's URL at the browser's push service. It is a secret, because it is enough to send there: never log it. */
  @Column('text')
  endpoint!: string;

  /** The browser's public key and its shared secret `auth`, base64url: they encrypt messages for this device alone. */
  @Column('text')
  p256dh!: string;

  @Column('text')
  auth!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_succeeded_at', nullable: true })
  lastSucceededAt!: Date | null;
}
