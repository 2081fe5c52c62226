/** jsdom's blobs are plain objects to Node's clone, which the fake IndexedDB uses: this one stores them as they are. */
export function storeBlobs(): void {
  const clone = globalThis.structuredClone;
  const isBytes = (value: unknown): boolean => Array.isArray(value) && value.every((part) => part instanceof Blob);
  globalThis.structuredClone = (value, options) => (isBytes(value) ? value : clone(value, options));
}
