/** The part of an untyped package that the push service of the fault run uses. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Decrypts a body with the content encoding `aes128gcm` (RFC 8188). @throws for a body under other keys */
  export function decrypt(
    body: Buffer,
    parameters: { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer },
  ): Buffer;
}
