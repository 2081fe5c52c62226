import { createRequire } from 'node:module';

/** The path of a built program of media, also when this file runs from its source or from the bundle. @param name its path in the build */
export const builtProgram = (name: string): string => createRequire(import.meta.url).resolve(`#dist/${name}.js`);
