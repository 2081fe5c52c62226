/*
 * Loaded before a built program (`node --import`): its traces name lines of our sources. `--enable-source-maps` would read the
 * maps of all packages too, which costs each process 20 MB and half a second of CPU.
 */
import { setSourceMapsSupport } from 'node:module';

setSourceMapsSupport(true, { nodeModules: false });
