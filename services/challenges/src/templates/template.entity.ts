import type { ChallengeCategory, TemplateStep } from '@duet/contracts';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Couple } from '../couples/couple.entity.js';

/** A template that a couple wrote. */
@Entity('templates')
@Index('templates_couple', ['coupleId', 'id'])
@Index('templates_client_id', ['coupleId', 'createdBy', 'clientId'], { unique: true })
@Check('templates_version_check', 'version > 0')
export class Template {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'templates_pkey' })
  id!: string;

  @Column('uuid', { name: 'couple_id' })
  coupleId!: string;

  @Column('uuid', { name: 'created_by' })
  createdBy!: string;

  @Column('uuid', { name: 'client_id' })
  clientId!: string;

  @Column('text')
  title!: string;

  @Column('text', { default: '' })
  description!: string;

  @Column('text')
  category!: ChallengeCategory;

  @Column('integer')
  minutes!: number;

  @Column('jsonb')
  steps!: TemplateStep[];

  @Column('integer', { name: 'any_n', nullable: true })
  anyN!: number | null;

  @Column('boolean', { name: 'distance_ok' })
  distanceOk!: boolean;

  @Column('integer')
  intensity!: 1 | 2 | 3;

  @Column('integer')
  version!: number;

  @ManyToOne(() => Couple, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'couple_id', foreignKeyConstraintName: 'templates_couple_fkey' })
  couple?: Relation<Couple>;
}
