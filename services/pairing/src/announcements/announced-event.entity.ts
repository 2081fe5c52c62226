import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** An event of memories or challenges whose notices pairing has written: a repeated delivery writes none. The table has the name of its first use. */
@Entity('handled_capsule_steps')
@Index('handled_capsule_steps_couple', ['coupleId'])
@Index('handled_capsule_steps_handled_at', ['handledAt'])
export class AnnouncedEvent {
  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'handled_capsule_steps_pkey' })
  eventId!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('timestamptz', { name: 'handled_at', default: () => 'now()' })
  handledAt!: Date;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'handled_capsule_steps_couple_fkey' })
  couple?: Relation<Couple>;
}
