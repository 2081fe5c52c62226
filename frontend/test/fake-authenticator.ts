const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

/** The error of a dialog that the user cancels. */
export const cancelled = () => new DOMException('The operation was not allowed', 'NotAllowedError');

interface PasskeyRequest {
  mediation?: string;
  signal?: AbortSignal;
  publicKey?: { rpId?: string; challenge: ArrayBuffer; user?: { id: ArrayBuffer } };
}

/** Fakes a browser with an authenticator: its requests and its answers. */
class FakeAuthenticator {
  requests: PasskeyRequest[] = [];
  offers = false;
  answer: (request: PasskeyRequest) => Promise<unknown> = async () => proof;

  install(): void {
    const ask = (request: PasskeyRequest) => {
      this.requests.push(request);
      return this.answer(request);
    };
    const isConditionalMediationAvailable = async () => this.offers;
    Object.assign(globalThis, {
      PublicKeyCredential: Object.assign(() => undefined, { isConditionalMediationAvailable }),
    });
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: ask, create: ask } });
  }
}

const extras = {
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({ credProps: { rk: true } }),
};
const proof = {
  id: 'aWQ',
  rawId: bytes('id'),
  ...extras,
  response: {
    clientDataJSON: bytes('client'),
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    userHandle: bytes('owner'),
  },
};
export const CREATED = {
  id: 'aWQ',
  rawId: bytes('id'),
  ...extras,
  response: {
    clientDataJSON: bytes('client'),
    attestationObject: bytes('attestation'),
    getTransports: () => ['internal'],
  },
};
export const PROOF_SENT = {
  id: 'aWQ',
  response: {
    clientDataJSON: 'Y2xpZW50',
    authenticatorData: 'ZGF0YQ',
    signature: 'c2lnbmF0dXJl',
    userHandle: 'b3duZXI',
  },
};

/** Stays pending until it is aborted, like an unanswered dialog. */
export const unanswered = ({ signal }: PasskeyRequest) =>
  new Promise((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
  );

/** Installs a new authenticator before each test of a file. @returns a function that returns the current one */
export function useAuthenticator(): () => FakeAuthenticator {
  let authenticator: FakeAuthenticator;
  beforeEach(() => {
    authenticator = new FakeAuthenticator();
    authenticator.install();
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return () => authenticator;
}
