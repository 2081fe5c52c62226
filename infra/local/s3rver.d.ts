/** What the S3 wrapper uses of a package that has no types. */
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http';

  type Middleware = (context: any, next: () => Promise<void>) => Promise<void>;

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; vhostBuckets: boolean; configureBuckets: { name: string }[] });
    middleware: Middleware[];
    store: any;
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
    on(event: 'error', listener: (cause: any) => void): this;
  }
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string);
    readonly code: string;
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  const account: { DUMMY_ACCOUNT: { createKeyPair(id: string, secret: string): void; revokeAccessKey(id: string): void } };
  export default account;
}
