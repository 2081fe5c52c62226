import { closeWithout, late } from '../../ui/late.js';

/** Without it nobody could end the recording. */
export const RecorderBar = late(
  async () => (await import('./recorder-bar.js')).RecorderBar,
  null,
  (props) => {
    closeWithout(props);
    props.voice.cancel();
  },
);
