/**
 * How long an assertion may wait for its condition, in milliseconds. It only delays failing tests, so it suits a busy
 * machine. Used by Testing Library, both `eventually` helpers and Playwright.
 */
export const ASSERTION_TIMEOUT = 30_000;

/** How long a Jest test or hook may take, in milliseconds. Longer than one assertion, so that its message is reported. */
export const TEST_TIMEOUT = 180_000;
