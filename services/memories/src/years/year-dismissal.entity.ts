import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** A person who does not want a keepsake of this calendar year proposed again; the other never learns of it. */
@Entity('year_dismissals')
@Index('year_dismissals_user', ['userId'])
export class YearDismissal {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'year_dismissals_pkey' })
  coupleId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'year_dismissals_pkey' })
  userId!: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'year_dismissals_pkey' })
  year!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'year_dismissals_couple_fkey' })
  couple?: Relation<Couple>;
}

/** The same for the keepsake of the anniversary in this calendar year. */
@Entity('anniversary_dismissals')
@Index('anniversary_dismissals_user', ['userId'])
export class AnniversaryDismissal {
  @PrimaryColumn('uuid', { name: 'couple_id', primaryKeyConstraintName: 'anniversary_dismissals_pkey' })
  coupleId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'anniversary_dismissals_pkey' })
  userId!: string;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'anniversary_dismissals_pkey' })
  year!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'anniversary_dismissals_couple_fkey' })
  couple?: Relation<Couple>;
}
