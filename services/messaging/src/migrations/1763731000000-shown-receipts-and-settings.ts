import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A notice is subtracted from the counts when it is added, so its deletion must not subtract it again. */
const countBuried = (which: string): string => `
  CREATE OR REPLACE FUNCTION count_buried_messages() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
  BEGIN
    UPDATE conversation_members m SET deleted_count = m.deleted_count + given.added
    FROM (
      SELECT now.conversation_id, now.sender_id, count(*)::int AS added FROM fresh now JOIN old before USING (id)
      WHERE now.deleted_at IS NOT NULL AND before.deleted_at IS NULL${which} GROUP BY now.conversation_id, now.sender_id
    ) given
    WHERE m.conversation_id = given.conversation_id AND m.user_id = given.sender_id;
    RETURN NULL;
  END $$`;

const UP = [
  `ALTER TABLE "people" ADD "read_receipts" boolean NOT NULL DEFAULT true, ADD "typing" boolean NOT NULL DEFAULT true, ADD "online" boolean NOT NULL DEFAULT true`,
  `ALTER TABLE "conversations" ADD "disappear_after" integer, ADD "settings_rev" integer NOT NULL DEFAULT '0'`,
  `ALTER TABLE "conversation_members" ADD "delivered_up_to" integer NOT NULL DEFAULT '0', ADD "shown_up_to" integer NOT NULL DEFAULT '0', ADD "shown_delivered_up_to" integer NOT NULL DEFAULT '0', ADD "shown_at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()`,
  `UPDATE conversation_members SET delivered_up_to = read_up_to, shown_up_to = read_up_to, shown_delivered_up_to = read_up_to, shown_at = read_at`,
  `ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_markers_check" CHECK (read_up_to <= delivered_up_to AND shown_up_to <= read_up_to AND shown_delivered_up_to <= delivered_up_to AND shown_up_to <= shown_delivered_up_to)`,
  countBuried(` AND now.type <> 'notice'`),
];

const DOWN = [
  countBuried(''),
  `ALTER TABLE "conversation_members" DROP CONSTRAINT "conversation_members_markers_check"`,
  `ALTER TABLE "conversation_members" DROP COLUMN "shown_at", DROP COLUMN "shown_delivered_up_to", DROP COLUMN "shown_up_to", DROP COLUMN "delivered_up_to"`,
  `ALTER TABLE "conversations" DROP COLUMN "settings_rev", DROP COLUMN "disappear_after"`,
  `ALTER TABLE "people" DROP COLUMN "online", DROP COLUMN "typing", DROP COLUMN "read_receipts"`,
];

/** Shown receipts, delivery markers and conversation settings. */
export class ShownReceiptsAndSettings1763731000000 implements MigrationInterface {
  readonly name = 'ShownReceiptsAndSettings1763731000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
