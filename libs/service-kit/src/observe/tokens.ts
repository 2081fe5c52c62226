import type { Logger } from 'pino';

/** The process's logger. */
export const LOGGER = Symbol('LOGGER');

export type Log = Logger;

/** The process's name, as it appears in logs, metrics and on the bus. */
export const SERVICE = Symbol('SERVICE');
