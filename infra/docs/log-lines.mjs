import { readAdvice, readLogLines } from '../lint/log-lines.mjs';
import { ROOT } from '../local/places.mjs';

/** The order of the table: the most urgent lines first. */
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'];

/** @param {string} text */
const inCell = (text) => text.replaceAll('|', String.raw`\|`);

/** The table of all log lines with the advice for operators. */
export function buildLogLines() {
  const advice = readAdvice(ROOT);
  /** One row per line, level and workspace, wherever it is written. */
  const rows = new Map(
    readLogLines(ROOT).lines.map((one) => [`${LEVELS.indexOf(one.level)} ${one.line} ${one.workspace}`, one]),
  );
  const table = [...rows]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([, { line, level, workspace }]) =>
        `| \`${line}\` | ${level} | ${workspace} | ${inCell(advice[workspace]?.[line] ?? '')} |`,
    );
  return `# Log lines

<!-- Written by \`npm run docs\` from the sources and infra/docs/log-advice. -->

Every line is JSON with a constant \`msg\`; what varies is a field. Warnings and errors come with what they mean and what to do.

| line | level | workspace | what it means, what to do |
| ---- | ----- | --------- | ------------------------- |
${table.join('\n')}
`;
}
