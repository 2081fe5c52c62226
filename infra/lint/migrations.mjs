/**
 * `node --import ./infra/local/dev/run-source.mjs infra/lint/migrations.mjs <folder>…` reads the statements of new migrations
 * and finds those that block a table in use or break the previous build. It runs each `up` with a recorder instead of a
 * database, and asks squawk; tables that the same migration creates may be changed in any way. A comment inside a statement
 * allows it, and says why: `-- squawk-ignore <rule>` or, for the rule of this file, `-- allow whole-table-write: <reason>`.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tool } from '../local/runtime.mjs';

/** Migrations up to this number landed before the check; a landed migration never changes. */
const LANDED = 1764218000000;

/** Rules of style, and what `migrate` of service-kit does by itself. */
const LEFT_OUT = [
  'ban-char-field',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-timestamptz',
  'require-lock-timeout',
  'require-statement-timeout',
];

const NAME = String.raw`(?:ONLY\s+)?(?:"?\w+"?\.)?"?(\w+)"?`;

/** Statements that read or write all rows of a table, which squawk does not know; the group is the table. */
const WHOLE_TABLE = [
  new RegExp(String.raw`\bUPDATE\s+${NAME}(?:\s+(?:AS\s+)?"?\w+"?)?\s+SET\b`, 'gi'),
  new RegExp(String.raw`\bDELETE\s+FROM\s+${NAME}`, 'gi'),
  new RegExp(String.raw`\bMERGE\s+INTO\s+${NAME}`, 'gi'),
  new RegExp(String.raw`\bLOCK\s+(?:TABLE\s+)?${NAME}`, 'gi'),
  new RegExp(String.raw`\bCLUSTER\s+${NAME}`, 'gi'),
  new RegExp(String.raw`\bREINDEX\s+(?:TABLE|INDEX)\s+(?!CONCURRENTLY)${NAME}`, 'gi'),
];

const ALLOWED = /--[ \t]*allow whole-table-write:[ \t]*\S/;

/** @typedef {{transaction?: boolean, up: (runner: {query: (text: string) => Promise<unknown[]>}) => Promise<void>}} Migration */

/**
 * @param {readonly string[]} statements of one migration, in order @param {boolean} [inTransaction]
 * @returns {string[]} complaints, each with its statement's beginning
 */
export function complaintsAbout(statements, inTransaction = true) {
  return [...askSquawk(statements, inTransaction), ...wholeTableWrites(statements)].map(
    ({ rule, message, statement }) => `${rule}: ${message} (${beginningOf(statement)})`,
  );
}

/** @param {readonly string[]} statements @param {boolean} inTransaction */
function askSquawk(statements, inTransaction) {
  const lines = statements.flatMap((statement) =>
    `${statement.trim().replace(/;$/, '')}\n;`.split('\n').map(() => statement),
  );
  const [command, args, { env }] = tool('squawk', [
    ...['--pg-version', '18', '--reporter', 'json', '--exclude', LEFT_OUT.join(',')],
    ...(inTransaction ? ['--assume-in-transaction'] : []),
  ]);
  const input = statements.map((statement) => `${statement.trim().replace(/;$/, '')}\n;\n`).join('');
  const { stdout, stderr, status } = spawnSync(command, args, { env, input, encoding: 'utf8' });
  if (status !== 0 && stdout.trim() === '') throw new Error(`squawk ended with ${status}: ${stderr}`);
  /** @type {{line: number, rule_name: string, message: string}[]} */
  const found = JSON.parse(stdout);
  return found.map(({ line, rule_name: rule, message }) => ({ rule, message, statement: lines[line] ?? '' }));
}

/** @param {readonly string[]} statements */
function wholeTableWrites(statements) {
  const created = new Set(
    statements.flatMap((text) =>
      [
        ...text.matchAll(
          new RegExp(String.raw`^\s*CREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?${NAME}`, 'gi'),
        ),
      ].map(([, table]) => table),
    ),
  );
  return statements
    .filter((statement) => !ALLOWED.test(statement))
    .flatMap((statement) => {
      const text = executed(statement);
      const tables = WHOLE_TABLE.flatMap((pattern) => [...text.matchAll(pattern)].map(([, table]) => table));
      return tables
        .filter((table) => !created.has(table))
        .map((table) => ({
          rule: 'whole-table-write',
          message: `The statement locks rows of ${table} until the migration ends. Write them in batches, by a job.`,
          statement,
        }));
    });
}

/** The text that the migration itself executes: no comments, no text values and no body of a function, but the body of a `DO`. @param {string} statement */
function executed(statement) {
  const text = statement.replaceAll(/--.*$/gm, '').replaceAll(/'(?:[^']|'')*'/g, "''");
  return /^\s*DO\b/i.test(text) ? text : text.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '');
}

/** @param {string} statement */
const beginningOf = (statement) => statement.replaceAll(/\s+/g, ' ').trim().slice(0, 80);

/** The statements of a migration's `up`. @param {Migration} migration @returns {Promise<string[]>} */
async function statementsOf(migration) {
  /** @type {string[]} */
  const statements = [];
  await migration.up({
    query: async (text) => {
      statements.push(text);
      return [];
    },
  });
  return statements;
}

/** @param {string} file @returns {Promise<string[]>} complaints */
async function read(file) {
  /** @type {(new () => Migration)[]} */
  const classes = Object.values(await import(pathToFileURL(resolve(file)).href));
  const complaints = [];
  for (const Class of classes) {
    const migration = new Class();
    complaints.push(...complaintsAbout(await statementsOf(migration), migration.transaction !== false));
  }
  return complaints.map((complaint) => `${file}: ${complaint}`);
}

/** @param {string} file */
const isNew = (file) => Number.parseInt(basename(file), 10) > LANDED;

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const folders = process.argv.slice(2);
  const files = folders.flatMap((folder) => globSync(`${folder}/**/src/migrations/*.ts`)).filter(isNew);
  const complaints = (await Promise.all(files.toSorted().map(read))).flat();
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
