import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE "lists" ("id" uuid NOT NULL, "couple_id" uuid NOT NULL, "created_by" uuid NOT NULL, "client_id" uuid NOT NULL, "title" text NOT NULL, "kind" text NOT NULL, "rev" integer NOT NULL, "picked_item" uuid, "picked_by" uuid, "picked_at" TIMESTAMP WITH TIME ZONE, "delete_asked_by" uuid, "delete_asked_at" TIMESTAMP WITH TIME ZONE, "archived_at" TIMESTAMP WITH TIME ZONE, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "updated_at" TIMESTAMP WITH TIME ZONE NOT NULL, "version" integer NOT NULL, CONSTRAINT "lists_version_check" CHECK (version > 0), CONSTRAINT "lists_pick_check" CHECK ((picked_item IS NULL) = (picked_at IS NULL)), CONSTRAINT "lists_kind_check" CHECK (kind IN ('shopping', 'packing', 'films', 'places', 'other')), CONSTRAINT "lists_pkey" PRIMARY KEY ("id"))`,
  `CREATE UNIQUE INDEX "lists_client_id" ON "lists"  ("couple_id", "created_by", "client_id") `,
  `CREATE INDEX "lists_couple" ON "lists"  ("couple_id", "id") `,
  `CREATE TABLE "list_items" ("id" uuid NOT NULL, "list_id" uuid NOT NULL, "created_by" uuid NOT NULL, "client_id" uuid NOT NULL, "text" text NOT NULL, "position" double precision NOT NULL, "assigned_to" uuid, "due_at" TIMESTAMP WITH TIME ZONE, "done_at" TIMESTAMP WITH TIME ZONE, "done_by" uuid, "created_at" TIMESTAMP WITH TIME ZONE NOT NULL, "rev" integer NOT NULL, "edited_rev" integer NOT NULL, "deleted_rev" integer, "edit_ids" uuid array NOT NULL, CONSTRAINT "list_items_done_check" CHECK (done_by IS NULL OR done_at IS NOT NULL), CONSTRAINT "list_items_pkey" PRIMARY KEY ("id"))`,
  `CREATE INDEX "list_items_created_by" ON "list_items"  ("created_by") `,
  `CREATE UNIQUE INDEX "list_items_client_id" ON "list_items"  ("list_id", "created_by", "client_id") `,
  `CREATE UNIQUE INDEX "list_items_rev" ON "list_items"  ("list_id", "rev") `,
  `ALTER TABLE "lists" ADD CONSTRAINT "lists_couple_fkey" FOREIGN KEY ("couple_id") REFERENCES "couples"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
  `ALTER TABLE "list_items" ADD CONSTRAINT "list_items_list_fkey" FOREIGN KEY ("list_id") REFERENCES "lists"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
];

export class Lists1764207000000 implements MigrationInterface {
  readonly name = 'Lists1764207000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['list_items', 'lists']) await runner.query(`DROP TABLE "${table}"`);
  }
}
