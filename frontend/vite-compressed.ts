import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest)$/;

/** Bytes: a page has dozens of small chunks, which halve. */
const WORTH_IT = 256;

const ENCODINGS: Record<string, (content: Buffer) => Promise<Buffer>> = {
  '.br': (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  '.gz': (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Writes a Brotli and a gzip file beside every text file of a finished build. The gateway serves the one that the browser
 * accepts, so that nothing is compressed per request.
 * @param folder the output of the build
 */
async function compressFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter(({ name }) => TEXT.test(name))) {
    const path = join(file.parentPath, file.name);
    const content = await readFile(path);
    if (content.length < WORTH_IT) continue;
    for (const [ending, compress] of Object.entries(ENCODINGS)) await writeFile(path + ending, await compress(content));
  }
}

/** Compresses the output of the build that it is the last plugin of. */
export const compressed = (folder: string): Plugin => ({
  name: 'compressed',
  apply: 'build',
  closeBundle: { order: 'post', sequential: true, handler: () => compressFolder(folder) },
});
