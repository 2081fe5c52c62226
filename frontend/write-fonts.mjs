/*
 * Writes the fonts of `src/ui/fonts` from the packages of Fontsource: node frontend/write-fonts.mjs
 * The styles use one softness, no swashes and few weights of Fraunces. The subset leaves the others out, so that the letters
 * look the same and weigh less than half. Run it after an update of a font, and commit what it writes.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

const FONTS = [
  {
    family: 'figtree',
    axes: 'wght',
    keep: { wght: { min: 400, max: 700 } },
    scripts: ['latin', 'latin-ext'],
  },
  {
    family: 'fraunces',
    axes: 'full',
    keep: { SOFT: 70, WONK: 0, wght: { min: 500, max: 600 } },
    scripts: ['latin', 'latin-ext', 'vietnamese'],
  },
];

const target = join(import.meta.dirname, 'src', 'ui', 'fonts');
mkdirSync(target, { recursive: true });

/** The characters of `U+0041,U+0061-007A`. @param {string} ranges */
const charactersIn = (ranges) =>
  ranges
    .split(',')
    .flatMap((range) => {
      const [first = 0, last = first] = range
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');

for (const { family, axes, keep, scripts } of FONTS) {
  const folder = dirname(createRequire(import.meta.url).resolve(`@fontsource-variable/${family}/package.json`));
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  for (const script of scripts) {
    const whole = readFileSync(join(folder, 'files', `${family}-${script}-${axes}-normal.woff2`));
    const font = await subsetFont(whole, charactersIn(ranges[script]), { targetFormat: 'woff2', variationAxes: keep });
    writeFileSync(join(target, `${family}-${script}.woff2`), font);
    process.stdout.write(`${family}-${script}: ${whole.length} to ${font.length} bytes\n`);
  }
  copyFileSync(join(folder, 'LICENSE'), join(target, `${family}-LICENSE`));
}
