import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  // An interrupted build leaves an invalid index behind.
  'DROP INDEX CONCURRENTLY IF EXISTS "couples_first_member"',
  'DROP INDEX CONCURRENTLY IF EXISTS "couples_second_member"',
  'CREATE INDEX CONCURRENTLY "couples_first_member" ON "couples" ("member_a")',
  'CREATE INDEX CONCURRENTLY "couples_second_member" ON "couples" ("member_b")',
  'DROP INDEX CONCURRENTLY IF EXISTS "couples_member_a"',
  'DROP INDEX CONCURRENTLY IF EXISTS "couples_member_b"',
];

const DOWN = [
  'CREATE INDEX IF NOT EXISTS "couples_member_a" ON "couples" ("member_a") WHERE active',
  'CREATE INDEX IF NOT EXISTS "couples_member_b" ON "couples" ("member_b") WHERE active',
  'DROP INDEX IF EXISTS "couples_first_member"',
  'DROP INDEX IF EXISTS "couples_second_member"',
];

/** Finds all couples of a person, also ended ones: an erasure and the clean-up of destroyed keys read them. */
export class CouplesByMember1764291000000 implements MigrationInterface {
  readonly name = 'CouplesByMember1764291000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
