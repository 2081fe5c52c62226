import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "former_avatars" ("key" text NOT NULL, "user_id" uuid NOT NULL, "objects" text array NOT NULL, "replaced_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "due_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), CONSTRAINT "former_avatars_pkey" PRIMARY KEY ("key"))`,
  `CREATE INDEX "former_avatars_due_at" ON "former_avatars" ("due_at")`,
  `CREATE INDEX "former_avatars_user" ON "former_avatars" ("user_id")`,
];

/** Replaced avatars that ex-partners and blocked users may still see. */
export class FormerAvatars1763767007000 implements MigrationInterface {
  readonly name = 'FormerAvatars1763767007000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE "former_avatars"');
  }
}
