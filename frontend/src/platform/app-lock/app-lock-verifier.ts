/** A salted hash that verifies a PIN. The PIN itself is not stored. */
export interface Verifier {
  iterations: number;
  /** Both in base64. */
  salt: string;
  hash: string;
}

const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

async function hashOf(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, HASH_BITS);
  return toBase64(new Uint8Array(bits));
}

/** Whether the browser can hash: only on secure origins. */
export const canVerify = (): boolean => typeof crypto === 'object' && 'subtle' in crypto;

export async function makeVerifier(pin: string, iterations = ITERATIONS): Promise<Verifier> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return { iterations, salt: toBase64(salt), hash: await hashOf(pin, salt, iterations) };
}

export const isPin = async (pin: string, { iterations, salt, hash }: Verifier): Promise<boolean> =>
  (await hashOf(pin, fromBase64(salt), iterations)) === hash;
