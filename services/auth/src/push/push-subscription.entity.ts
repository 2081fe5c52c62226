import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation, Unique } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import { Session } from '../sessions/session.entity.js';

/** Where a signed-in device is told while no page is open. It goes with the session, whichever way that ends. */
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

  /** At the browser's push service. Whoever knows it may send there, so it is in no log. */
  @Column('text')
  endpoint!: string;

  /** The browser's public key and the secret beside it, base64url: messages are sealed for this device alone. */
  @Column('text')
  p256dh!: string;

  @Column('text')
  auth!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_succeeded_at', nullable: true })
  lastSucceededAt!: Date | null;
}
