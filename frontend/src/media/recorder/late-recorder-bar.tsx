import { late } from '../../ui/late.js';

export const RecorderBar = late(async () => (await import('./recorder-bar.js')).RecorderBar);
