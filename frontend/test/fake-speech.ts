type Listener = (event: Event & { results: { transcript: string }[][]; error: string }) => void;

/** A fake of the browser's speech recognition; the test provides the recognised words. */
export class FakeSpeech {
  static all: FakeSpeech[] = [];
  static availability: Record<string, string> = {};
  static installed: string[] = [];
  static installs = true;

  static readonly available = async ({
    langs,
    processLocally,
  }: {
    langs: string[];
    processLocally: boolean;
  }): Promise<string> => (processLocally ? (FakeSpeech.availability[langs[0] ?? ''] ?? 'unavailable') : 'available');

  static readonly install = async ({ langs }: { langs: string[] }): Promise<boolean> => {
    const [lang = ''] = langs;
    FakeSpeech.installed.push(lang);
    if (FakeSpeech.installs) FakeSpeech.availability[lang] = 'available';
    return FakeSpeech.installs;
  };

  static reset(): void {
    Object.assign(FakeSpeech, { all: [], availability: {}, installed: [], installs: true });
  }

  lang = '';
  continuous = false;
  interimResults = false;
  track: unknown = null;
  state: 'new' | 'listening' | 'stopped' | 'aborted' = 'new';
  private readonly listeners = new Map<string, Listener>();

  constructor() {
    FakeSpeech.all.push(this);
  }

  private local = false;
  get processLocally(): boolean {
    return this.local;
  }
  set processLocally(value: boolean) {
    this.local = value;
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }

  start(track: unknown): void {
    this.track = track;
    this.state = 'listening';
  }

  stop(): void {
    this.state = 'stopped';
  }

  abort(): void {
    this.state = 'aborted';
    this.dispatch('end');
  }

  /** Everything recognised in this segment so far. */
  recognises(...phrases: string[]): void {
    this.dispatch('result', { results: phrases.map((transcript) => [{ transcript }]) });
  }

  ends(error?: string): void {
    if (error !== undefined) this.dispatch('error', { error });
    this.dispatch('end');
  }

  private dispatch(type: string, more: object = {}): void {
    this.listeners.get(type)?.(Object.assign(new Event(type), { results: [], error: '' }, more));
  }
}

/** Installs on-device recognition, or recognition that does not say where it runs. */
export const installFakeSpeech = (kind: object | undefined): void =>
  void Object.assign(globalThis, { SpeechRecognition: kind });
