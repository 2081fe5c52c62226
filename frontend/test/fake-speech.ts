type Listener = (event: Event & { results: { transcript: string }[][]; error: string }) => void;

/** The browser's speech recognition as a test speaks for it. The browser is not ours; everything behind this is. */
export class FakeSpeech {
  static all: FakeSpeech[] = [];
  static availability: Record<string, string> = {};
  static installed: string[] = [];
  static installs = true;

  static readonly available = async ({ langs, processLocally }: { langs: string[]; processLocally: boolean }): Promise<string> =>
    processLocally ? (FakeSpeech.availability[langs[0] ?? ''] ?? 'unavailable') : 'available';

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
    this.tell('end');
  }

  /** All that was heard in this piece so far. */
  hears(...phrases: string[]): void {
    this.tell('result', { results: phrases.map((transcript) => [{ transcript }]) });
  }

  ends(error?: string): void {
    if (error !== undefined) this.tell('error', { error });
    this.tell('end');
  }

  private tell(type: string, more: object = {}): void {
    this.listeners.get(type)?.(Object.assign(new Event(type), { results: [], error: '' }, more));
  }
}

/** A browser that hears on the device, or one that does not say where it hears. */
export const installFakeSpeech = (kind: object | undefined): void => void Object.assign(globalThis, { SpeechRecognition: kind });
