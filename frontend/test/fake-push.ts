/** A browser's side of push, as far as Duet asks it: one subscription, a service worker that only listens, and leave to show. */
export class FakePush {
  permission: NotificationPermission = 'default';
  /** What the person answers when asked. */
  answer: NotificationPermission = 'granted';
  subscription: { endpoint: string; publicKey: string } | null = null;
  /** What a page itself showed, past the service worker. */
  readonly popped: string[] = [];
  /** What the service worker shows right now. */
  readonly shown: { closed: boolean }[] = [];
  failing = false;
  private made = 0;
  private readonly worker = new EventTarget();

  /** Puts it in the place of what jsdom lacks. @returns the end of it */
  install(): () => void {
    Object.defineProperty(globalThis, 'Notification', { value: notificationOf(this), configurable: true });
    Object.defineProperty(globalThis, 'PushManager', { value: class {}, configurable: true });
    Object.defineProperty(navigator, 'serviceWorker', { value: this.container(), configurable: true });
    return () => {
      for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(globalThis, name);
      Reflect.deleteProperty(navigator, 'serviceWorker');
    };
  }

  /** As when a notification is clicked. */
  lead(link: string): void {
    this.worker.dispatchEvent(new MessageEvent('message', { data: { duet: 'open', link } }));
  }

  private container() {
    const registration = {
      pushManager: { getSubscription: async () => this.held(), subscribe: async (options: { applicationServerKey: string }) => this.subscribe(options.applicationServerKey) },
      getNotifications: async () => this.shown.map((one) => ({ close: () => Object.assign(one, { closed: true }) })),
    };
    return {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      addEventListener: this.worker.addEventListener.bind(this.worker),
      removeEventListener: this.worker.removeEventListener.bind(this.worker),
    };
  }

  private subscribe(publicKey: string) {
    if (this.failing) throw new DOMException('Registration failed - push service not available', 'AbortError');
    this.made += 1;
    this.subscription = { endpoint: `https://push.example/${this.made}`, publicKey };
    return this.held();
  }

  private held() {
    const { subscription } = this;
    if (!subscription) return null;
    const key = Uint8Array.from(Buffer.from(subscription.publicKey, 'base64url')).buffer;
    return {
      endpoint: subscription.endpoint,
      options: { applicationServerKey: key },
      toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: 'p', auth: `auth of ${subscription.endpoint}` } }),
      unsubscribe: async () => {
        this.subscription = null;
        return true;
      },
    };
  }
}

/** The constructor that pages have. */
const notificationOf = (fake: FakePush) =>
  class {
    static get permission(): NotificationPermission {
      return fake.permission;
    }

    static async requestPermission(): Promise<NotificationPermission> {
      fake.permission = fake.answer;
      return fake.permission;
    }

    constructor(title: string) {
      fake.popped.push(title);
    }

    addEventListener(): void {
      // Nobody clicks here.
    }
  };
