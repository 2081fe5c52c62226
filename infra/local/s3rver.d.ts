/** The parts of an untyped package that the S3 wrapper uses. */
declare module '@20minutes/s3rver' {
  import type { IncomingHttpHeaders, RequestListener } from 'node:http';

  export interface Context {
    method: string;
    headers: IncomingHttpHeaders;
    query: Record<string, string>;
    status: number;
    type: string;
    body: string;
  }

  export interface Store {
    putObject(object: { bucket: string; key: string }): Promise<{ size: number; md5: string }>;
    getResourcePath(bucket: string, key: string, part: string): string;
  }

  type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;

  export default class S3rver {
    constructor(options: {
      directory: string;
      silent: boolean;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    middleware: Middleware[];
    store: Store;
    configureBuckets(): Promise<void>;
    callback(): RequestListener;
    on(event: 'error', listener: (cause: Error & { expose?: boolean }) => void): this;
  }
}

declare module '@20minutes/s3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string);
    readonly code: string;
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  const account: {
    DUMMY_ACCOUNT: { createKeyPair(id: string, secret: string): void; revokeAccessKey(id: string): void };
  };
  export default account;
}
