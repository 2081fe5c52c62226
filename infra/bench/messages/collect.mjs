/* Loaded into a process whose memory is measured (`node --expose-gc --import`): SIGUSR2 makes it give back what it can. */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  globalThis.gc?.();
});
