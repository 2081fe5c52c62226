import { late, sayMissing } from '../../ui/late.js';

/** Without it nobody could end the recording. */
export const RecorderBar = late(
  async () => (await import('./recorder-bar.js')).RecorderBar,
  null,
  ({ voice }) => {
    sayMissing();
    voice.cancel();
  },
);
