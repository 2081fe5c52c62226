import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { run } from '../local/command.mjs';
import { ROOT } from '../local/places.mjs';
import { nodeBinary } from '../local/runtime.mjs';
import { temporaryFolder } from '../local/test/temporary.mjs';
import { complaintsAbout } from './migrations.mjs';

const TABLE = 'CREATE TABLE "moods" ("id" uuid NOT NULL, "text" text, CONSTRAINT "moods_pkey" PRIMARY KEY ("id"))';

/** The rules that complain. @param {string[]} statements @param {boolean} [inTransaction] */
const rules = (statements, inTransaction) => [
  ...new Set(complaintsAbout(statements, inTransaction).map((complaint) => complaint.split(':')[0])),
];

describe('the check of migrations', () => {
  it.each([
    ['an index that blocks writes', 'CREATE INDEX "a" ON "messages" ("at")', 'require-concurrent-index-creation'],
    ['a unique index', 'CREATE UNIQUE INDEX "a" ON "messages" ("at")', 'require-concurrent-index-creation'],
    [
      'a concurrent index in a transaction',
      'CREATE INDEX CONCURRENTLY "a" ON "messages" ("at")',
      'ban-concurrent-index-creation-in-transaction',
    ],
    ['a new type of a column', 'ALTER TABLE "messages" ALTER COLUMN "seq" TYPE bigint', 'changing-column-type'],
    [
      'a computed column',
      `ALTER TABLE "messages" ADD "w" tsvector GENERATED ALWAYS AS (to_tsvector('simple', content)) STORED`,
      'adding-field-with-default',
    ],
    [
      'a default that differs for each row',
      'ALTER TABLE "messages" ADD "at" timestamptz DEFAULT clock_timestamp()',
      'adding-field-with-default',
    ],
    [
      'a column that old builds do not fill',
      'ALTER TABLE "messages" ADD "at" timestamptz NOT NULL',
      'adding-required-field',
    ],
    [
      'NOT NULL without a validated check',
      'ALTER TABLE "messages" ALTER COLUMN "at" SET NOT NULL',
      'adding-not-nullable-field',
    ],
    [
      'a check of all rows',
      'ALTER TABLE "messages" ADD CONSTRAINT "c" CHECK (seq > 0)',
      'constraint-missing-not-valid',
    ],
    [
      'a foreign key',
      'ALTER TABLE "messages" ADD CONSTRAINT "f" FOREIGN KEY ("user_id") REFERENCES "people"("id")',
      'adding-foreign-key-constraint',
    ],
    ['a unique constraint', 'ALTER TABLE "messages" ADD CONSTRAINT "u" UNIQUE ("seq")', 'disallowed-unique-constraint'],
    ['a column that the previous build reads', 'ALTER TABLE "messages" DROP COLUMN "seq"', 'ban-drop-column'],
    ['a table that the previous build reads', 'DROP TABLE "messages"', 'ban-drop-table'],
    ['a new name', 'ALTER TABLE "messages" RENAME COLUMN "seq" TO "place"', 'renaming-column'],
    ['an update of a table', 'UPDATE "messages" SET "rev" = 1', 'whole-table-write'],
    ['an update with an alias', 'WITH a AS (SELECT 1) UPDATE ONLY messages m SET rev = 1 FROM a', 'whole-table-write'],
    ['a deletion', 'DELETE FROM messaging.messages WHERE rev = 1', 'whole-table-write'],
    ['a block that updates', 'DO $$ BEGIN UPDATE messages SET rev = 1; END $$', 'whole-table-write'],
    ['a lock', 'LOCK TABLE messages IN SHARE MODE', 'whole-table-write'],
    ['a typing error', 'ALTER TABEL "messages" ADD "at" timestamptz', 'syntax-error'],
  ])('finds %s', (_what, statement, rule) => {
    expect(rules([TABLE, statement])).toContain(rule);
  });

  it('passes every change of a table that the same migration creates', () => {
    expect(
      rules([
        TABLE,
        'CREATE INDEX "moods_text" ON "moods" ("text")',
        'ALTER TABLE "moods" ADD CONSTRAINT "moods_text" CHECK (length(text) > 0)',
        `INSERT INTO "moods" VALUES (gen_random_uuid(), 'UPDATE messages SET rev = 1')`,
        'UPDATE "moods" SET "text" = NULL',
      ]),
    ).toEqual([]);
  });

  it('passes what locks a table for a moment only', () => {
    expect(
      rules([
        'ALTER TABLE "messages" ADD "at" timestamptz',
        `ALTER TABLE "messages" ADD "kind" text NOT NULL DEFAULT 'text'`,
        'ALTER TABLE "messages" ADD CONSTRAINT "c" CHECK (seq > 0) NOT VALID',
        `CREATE FUNCTION "count"() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN UPDATE counters SET n = n + 1; RETURN NEW; END $body$`,
        `INSERT INTO "settings" ("id") VALUES (1) ON CONFLICT ("id") DO UPDATE SET "id" = 1`,
      ]),
    ).toEqual([]);
    expect(rules(['CREATE INDEX CONCURRENTLY "a" ON "messages" ("at")'], false)).toEqual([]);
  });

  it('passes what a comment allows, and no comment without a reason or with an unknown rule', () => {
    expect(
      rules([
        '-- one row for each installation\n-- squawk-ignore require-concurrent-index-creation\nCREATE INDEX "a" ON "settings" ("id")',
        '-- allow whole-table-write: one row for each installation\nUPDATE settings SET id = 1',
      ]),
    ).toEqual([]);
    expect(rules(['-- allow whole-table-write:\nUPDATE settings SET id = 1'])).toEqual(['whole-table-write']);
    expect(rules([`-- squawk-ignore no-such-rule\n${TABLE}`])).toEqual(['unused-ignore']);
  });

  it('reads new migrations of a folder, and leaves those that had landed before it', async () => {
    const folder = join(temporaryFolder('migrations'), 'service');
    mkdirSync(join(folder, 'src', 'migrations'), { recursive: true });
    for (const number of [1764218000000, 1764218000001])
      writeFileSync(
        join(folder, 'src', 'migrations', `${number}-seeded.ts`),
        `const TABLE: string = 'messages';
        export class Seeded${number} {
          readonly name = 'Seeded${number}';
          async up(runner: { query(text: string): Promise<unknown[]> }): Promise<void> {
            await runner.query(\`CREATE INDEX "a" ON "\${TABLE}" ("at")\`);
          }
        }`,
      );
    const { code, output } = await run(
      nodeBinary(),
      ['--import', './infra/local/dev/run-source.mjs', 'infra/lint/migrations.mjs', folder],
      { cwd: ROOT },
    );
    expect(output.match(/\d+-seeded\.ts: .*?:/g)).toEqual([
      '1764218000001-seeded.ts: require-concurrent-index-creation:',
    ]);
    expect(code).toBe(1);
  }, 30_000);
});
