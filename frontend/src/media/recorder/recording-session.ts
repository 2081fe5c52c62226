/** The first that the browser supports; Safari supports only the second. */
const MIME_TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/webm'];

const BITS_PER_SECOND = 48_000;
/** How often the browser delivers a chunk of the recording, in milliseconds. */
const CHUNK_LENGTH = 1_000;
/** Amplifies the meter, because speech is far below full scale. */
const GAIN = 5;

function createMediaRecorder(stream: MediaStream): MediaRecorder {
  const mimeType = MIME_TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  return new MediaRecorder(stream, {
    audioBitsPerSecond: BITS_PER_SECOND,
    ...(mimeType === undefined ? {} : { mimeType }),
  });
}

/** One recording in progress: the microphone's stream, the browser's recorder, and a level meter. */
export class RecordingSession {
  private readonly media: MediaRecorder;
  private readonly chunks: Blob[] = [];
  private readonly sound: AudioContext;
  private readonly analyser: AnalyserNode;
  private isPaused = false;
  /** Recorded before the last pause, in milliseconds, and since when it records again. */
  private recordedBefore = 0;
  private recordingSince: number | null = null;

  /** Starts to record. @param onMicrophoneLost the microphone was pulled out. @throws where the browser cannot record */
  constructor(
    private readonly stream: MediaStream,
    onMicrophoneLost: () => void,
  ) {
    this.media = createMediaRecorder(stream);
    this.media.addEventListener('dataavailable', ({ data }) => data.size > 0 && this.chunks.push(data));
    // On a busy device the browser starts to record later than asked.
    for (const event of ['start', 'resume', 'dataavailable'] as const)
      this.media.addEventListener(event, this.startClock);
    for (const track of stream.getAudioTracks()) track.addEventListener('ended', onMicrophoneLost);
    this.media.start(CHUNK_LENGTH);
    this.sound = new AudioContext();
    this.analyser = this.sound.createAnalyser();
    this.analyser.fftSize = 1_024;
    this.sound.createMediaStreamSource(stream).connect(this.analyser);
  }

  track(): MediaStreamTrack | null {
    return this.stream.getAudioTracks()[0] ?? null;
  }

  /** How much is recorded, in seconds. */
  seconds(): number {
    const running = this.recordingSince === null ? 0 : performance.now() - this.recordingSince;
    return (this.recordedBefore + running) / 1_000;
  }

  /** The current loudness, 0 to 1. */
  level(): number {
    const samples = new Float32Array(this.analyser.fftSize);
    this.analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    return Math.min(1, Math.sqrt(power) * GAIN);
  }

  pause(): void {
    this.recordedBefore = this.seconds() * 1_000;
    this.recordingSince = null;
    this.isPaused = true;
    this.media.pause();
  }

  resume(): void {
    this.isPaused = false;
    this.media.resume();
  }

  /** Ends the recording. @returns its bytes once the last chunk has arrived */
  async finish(): Promise<Blob> {
    if (this.media.state !== 'inactive') {
      await new Promise((resolve) => {
        this.media.addEventListener('stop', resolve, { once: true });
        this.media.stop();
      });
    }
    return new Blob(this.chunks, { type: this.media.mimeType.split(';')[0] ?? 'audio/webm' });
  }

  /** Ends the recording without its bytes. */
  abort(): void {
    if (this.media.state !== 'inactive') this.media.stop();
    this.release();
  }

  /** Releases the microphone. */
  release(): void {
    for (const track of this.stream.getTracks()) track.stop();
    void this.sound.close();
  }

  private readonly startClock = (): void => {
    if (!this.isPaused) this.recordingSince ??= performance.now();
  };
}
