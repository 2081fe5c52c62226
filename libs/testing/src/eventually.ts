const PAUSE = 10;

/** Asks until the answer is right: returns what `check` returns once it does not throw; its last complaint when it never does. */
export async function eventually<T>(check: () => T | Promise<T>, within = 8_000): Promise<T> {
  const deadline = Date.now() + within;
  for (;;) {
    try {
      return await check();
    } catch (cause) {
      if (Date.now() > deadline) throw cause;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}
