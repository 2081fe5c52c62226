import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "passkey_owners" ("user_id" uuid NOT NULL, "handle" text NOT NULL, CONSTRAINT "passkey_owners_handle_key" UNIQUE ("handle"), CONSTRAINT "passkey_owners_pkey" PRIMARY KEY ("user_id"))`,
  `CREATE TABLE "passkeys" ("id" uuid NOT NULL, "user_id" uuid NOT NULL, "credential_id" text NOT NULL, "public_key" bytea NOT NULL, "counter" bigint NOT NULL, "transports" text array NOT NULL, "name" text NOT NULL, "backed_up" boolean NOT NULL, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "last_used_at" TIMESTAMP WITH TIME ZONE, CONSTRAINT "passkeys_credential_key" UNIQUE ("credential_id"), CONSTRAINT "passkeys_counter_check" CHECK (counter >= 0), CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "passkeys_user" ON "passkeys" ("user_id") `,
  `CREATE TABLE "passkey_challenges" ("hash" text NOT NULL, "purpose" text NOT NULL, "user_id" uuid, "expires_at" TIMESTAMP WITH TIME ZONE NOT NULL, CONSTRAINT "passkey_challenges_purpose_check" CHECK (purpose IN ('add', 'sign-in', 'confirm')), CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY ("hash"))`,
  `CREATE INDEX "passkey_challenges_expires_at" ON "passkey_challenges" ("expires_at") `,
  `CREATE INDEX "passkey_challenges_user" ON "passkey_challenges" ("user_id") `,
  `ALTER TABLE "passkey_owners" ADD CONSTRAINT "passkey_owners_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_owner_fkey" FOREIGN KEY ("user_id") REFERENCES "passkey_owners"("user_id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

export class Passkeys1763740000000 implements MigrationInterface {
  readonly name = 'Passkeys1763740000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['passkey_challenges', 'passkeys', 'passkey_owners'])
      await runner.query(`DROP TABLE "${table}"`);
  }
}
