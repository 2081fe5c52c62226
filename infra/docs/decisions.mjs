import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../local/places.mjs';

const FOLDER = join(ROOT, 'docs', 'decisions');

/** The list of all decisions. @throws {Error} for a decision whose heading is not its number and its title */
export function buildDecisions() {
  const files = readdirSync(FOLDER).filter((name) => name !== 'README.md');
  const rows = files.toSorted().map((name) => {
    const [heading = ''] = readFileSync(join(FOLDER, name), 'utf8').split('\n', 1);
    const number = name.slice(0, 4);
    const title = heading.replace(`# ${number}. `, '');
    if (title === heading) throw new Error(`docs/decisions/${name} begins with "${heading}"`);
    return `| [${number}](${name}) | ${title} |`;
  });
  return `# Decisions

<!-- Written by \`npm run docs\` from the headings. -->

One decision each: context, decision, consequences. A decision that is no longer true is replaced by a new one and removed here.

| | decision |
| --- | --- |
${rows.join('\n')}
`;
}
