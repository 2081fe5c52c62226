/** Milliseconds for a call that sends a picture on a slow line, or that waits until the server has copied files. */
export const FILES_TIMEOUT = 120_000;
