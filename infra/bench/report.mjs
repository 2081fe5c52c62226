import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { dirname } from 'node:path';

const GIBIBYTE = 1024 ** 3;

/** The machine that a benchmark ran on. Figures of two machines cannot be compared, their ratios can. */
export const machine = () => ({
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  gibibytes: Math.round(totalmem() / GIBIBYTE),
  node: process.version,
});

/**
 * Writes the figures of a run as JSON, with the machine and the time.
 * @param {string} file @param {object} figures
 */
export function writeReport(file, figures) {
  mkdirSync(dirname(file), { recursive: true });
  const report = { at: new Date().toISOString(), machine: machine(), ...figures };
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
