import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "second_factors" ("user_id" uuid NOT NULL, "secret" text NOT NULL, "enabled_at" TIMESTAMP WITH TIME ZONE, "last_step" integer NOT NULL DEFAULT '0', "failures" integer NOT NULL DEFAULT '0', "failed_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "second_factors_failures_check" CHECK (failures >= 0), CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id"))`,
  `CREATE TABLE "recovery_codes" ("user_id" uuid NOT NULL, "hash" text NOT NULL, CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "hash"))`,
  `ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_factor_fkey" FOREIGN KEY ("user_id") REFERENCES "second_factors"("user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

export class SecondFactors1763730000000 implements MigrationInterface {
  readonly name = 'SecondFactors1763730000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['recovery_codes', 'second_factors']) await runner.query(`DROP TABLE "${table}"`);
  }
}
