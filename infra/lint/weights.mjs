/** Refuses a build of which a page loads more JavaScript than its budget: node infra/lint/weights.mjs */
import { weights } from '../bench/web/weights.mjs';

const tooHeavy = weights().filter(({ bytes, budget }) => bytes > budget * 1_000);
for (const { name, bytes, budget } of tooHeavy)
  console.error(`The page ${name} loads ${(bytes / 1_000).toFixed(1)} kB of JavaScript; its budget is ${budget} kB.`);
process.exitCode = tooHeavy.length > 0 ? 1 : 0;
