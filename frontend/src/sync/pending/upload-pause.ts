import type { UploadPause } from './pending-slice.js';

/** Pauses a lane of uploads for as long as the server asked to. */
export class UploadPauseTimer {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly current: () => UploadPause | null,
    private readonly show: (pause: UploadPause | null) => void,
    private readonly resume: () => void,
  ) {}

  isOn(): boolean {
    return this.current() !== null;
  }

  begin(reason: UploadPause, seconds: number): void {
    clearTimeout(this.timer);
    this.show(reason);
    this.timer = setTimeout(() => {
      this.end();
      this.resume();
    }, seconds * 1_000);
  }

  end(): void {
    clearTimeout(this.timer);
    if (this.isOn()) this.show(null);
  }
}
