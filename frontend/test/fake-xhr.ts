type Progress = { loaded: number; total: number };

class Listeners {
  private readonly all: [name: string, listener: (event: Progress) => void][] = [];

  addEventListener(name: string, listener: (event: Progress) => void): void {
    this.all.push([name, listener]);
  }

  dispatch(name: string, event: Progress = { loaded: 0, total: 0 }): void {
    for (const [listened, listener] of this.all) if (listened === name) listener(event);
  }
}

/** An upload whose server side is the test. The latest is `FakeXhr.last`. */
export class FakeXhr extends Listeners {
  static all: FakeXhr[] = [];
  readonly upload = new Listeners();
  readonly headers: Record<string, string> = {};
  status = 0;
  responseText = '';
  path = '';
  body: FormData = new FormData();
  isAborted = false;
  retryAfter: string | null = null;

  static get last(): FakeXhr {
    const last = FakeXhr.all.at(-1);
    if (!last) throw new Error('nothing was sent');
    return last;
  }

  open(_method: string, url: string): void {
    this.path = new URL(url).pathname;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  getResponseHeader(): string | null {
    return this.retryAfter;
  }

  send(body: FormData): void {
    this.body = body;
    FakeXhr.all.push(this);
  }

  abort(): void {
    this.isAborted = true;
    this.dispatch('abort');
  }

  /** Server side. */
  progress(loaded: number, total: number): void {
    this.upload.dispatch('progress', { loaded, total });
  }

  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatch('load');
  }

  breakOff(): void {
    this.dispatch('error');
  }

  get clientMessageId(): string {
    return String(this.body.get('clientMessageId'));
  }

  get names(): string[] {
    return ['files', 'voice'].flatMap((field) =>
      this.body.getAll(field).flatMap((part) => (typeof part === 'string' ? [] : [part.name])),
    );
  }
}
