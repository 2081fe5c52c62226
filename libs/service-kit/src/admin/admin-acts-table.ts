/** The statements that create the table `admin_acts`, for a migration. */
export const CREATE_ADMIN_ACTS = [
  `CREATE TABLE "admin_acts" ("id" bigint GENERATED ALWAYS AS IDENTITY NOT NULL, "at" TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), "operator" text NOT NULL, "act" text NOT NULL, CONSTRAINT "admin_acts_pkey" PRIMARY KEY ("id"))`,
  `CREATE FUNCTION refuse_admin_act_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'admin_acts is append-only'; END $$`,
  `CREATE TRIGGER admin_acts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin_acts" FOR EACH STATEMENT EXECUTE FUNCTION refuse_admin_act_change()`,
];

/** The statements that remove it. */
export const DROP_ADMIN_ACTS = ['DROP TABLE "admin_acts"', 'DROP FUNCTION refuse_admin_act_change()'];

/** Adds the reason of an act, for a migration. Earlier builds write none. */
export const ADD_ADMIN_REASON = 'ALTER TABLE "admin_acts" ADD COLUMN "reason" text';

/** Removes it. */
export const DROP_ADMIN_REASON = 'ALTER TABLE "admin_acts" DROP COLUMN "reason"';
