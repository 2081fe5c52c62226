import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../local/places.mjs';
import { PROCESSES } from '../processes.mjs';
import { commentOf } from './comments.mjs';
import { ts } from './typescript.mjs';

/** @typedef {{name: string, processes: string, value: string, meaning: string}} Setting `value`: the default as code, "required", or empty */

const PATHS = [
  'libs/service-kit/src/config/base-config.ts',
  ...PROCESSES.map((name) => `${name === 'gateway' ? name : `services/${name}`}/src/config.ts`),
];

/** The settings that several processes have, by the class of the configuration. @type {Record<string, string>} */
const SHARED = { BaseConfig: 'all', DatabaseConfig: 'all with a database' };

/** Tests alone set them. @param {import('./typescript.mjs').Node} member */
const isForTests = (member) => /@NotInProduction\(\)/.test(member.getText());

/** @param {string} text */
const inCell = (text) => text.replaceAll('|', String.raw`\|`).replaceAll(/\s+/g, ' ');

/** @param {string} path @returns {Setting[]} */
function settingsIn(path) {
  const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
  return file.statements.filter(ts.isClassDeclaration).flatMap((declaration) =>
    declaration.members
      .filter(ts.isPropertyDeclaration)
      .filter((member) => !isForTests(member))
      .map((member) => ({
        name: member.name.getText(),
        processes: SHARED[declaration.name?.text ?? ''] ?? path.split('/').at(-3) ?? '',
        value: member.initializer
          ? `\`${inCell(member.initializer.getText())}\``
          : member.questionToken
            ? ''
            : 'required',
        meaning: commentOf(member),
      })),
  );
}

/** The table of all settings of the processes. @throws when one has no comment */
export function buildSettings() {
  const all = PATHS.flatMap(settingsIn);
  const silent = all.filter(({ meaning }) => meaning === '');
  if (silent.length > 0) throw new Error(`Settings without a comment: ${silent.map(({ name }) => name).join(', ')}`);
  const table = all
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, processes, value, meaning }) => [`\`${name}\``, processes, value, inCell(meaning)].join(' | '));
  return `# Settings

<!-- Written by \`npm run docs\` from the configurations of the processes. -->

The environment variables of the processes. \`NAME_FILE\` names a file that has the value of \`NAME\`. Compose sets them in \`docker-compose.yml\`, Kubernetes in \`k8s/base\`; [.env](runbook.md#start) and [settings.yaml](kubernetes.md#settings) have those that most installations change.

| variable | processes | default | meaning |
| -------- | --------- | ------- | ------- |
${table.map((row) => `| ${row} |`).join('\n')}
`;
}
