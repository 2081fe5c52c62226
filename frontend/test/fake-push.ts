/** Fakes the browser's push API: one subscription, a service worker registration and the notification permission. */
export class FakePush {
  permission: NotificationPermission = 'default';
  /** The user's answer to the permission prompt. */
  answer: NotificationPermission = 'granted';
  subscription: { endpoint: string; publicKey: string } | null = null;
  /** Notifications that a page showed without the service worker. */
  readonly popped: string[] = [];
  /** Notifications that the service worker shows now. */
  readonly shown: { closed: boolean }[] = [];
  failing = false;
  private made = 0;
  private readonly worker = new EventTarget();

  /** Installs the fake in jsdom. @returns a function that removes it */
  install(): () => void {
    Object.defineProperty(globalThis, 'Notification', { value: notificationOf(this), configurable: true });
    Object.defineProperty(globalThis, 'PushManager', { value: class {}, configurable: true });
    Object.defineProperty(navigator, 'serviceWorker', { value: this.container(), configurable: true });
    return () => {
      for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(globalThis, name);
      Reflect.deleteProperty(navigator, 'serviceWorker');
    };
  }

  /** Simulates a click on a notification. */
  lead(link: string): void {
    this.worker.dispatchEvent(new MessageEvent('message', { data: { duet: 'open', link } }));
  }

  private container() {
    const registration = {
      pushManager: {
        getSubscription: async () => this.pushSubscription(),
        subscribe: async (options: { applicationServerKey: string }) => this.subscribe(options.applicationServerKey),
      },
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
    return this.pushSubscription();
  }

  private pushSubscription() {
    const { subscription } = this;
    if (!subscription) return null;
    const key = Uint8Array.from(Buffer.from(subscription.publicKey, 'base64url')).buffer;
    return {
      endpoint: subscription.endpoint,
      options: { applicationServerKey: key },
      toJSON: () => ({
        endpoint: subscription.endpoint,
        keys: { p256dh: 'p', auth: `auth of ${subscription.endpoint}` },
      }),
      unsubscribe: async () => {
        this.subscription = null;
        return true;
      },
    };
  }
}

/** The `Notification` constructor of pages. */
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
      // No test clicks these.
    }
  };
