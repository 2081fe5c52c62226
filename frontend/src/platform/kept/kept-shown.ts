import { createObservable, useObservable } from '../../observable/observable.js';

/** Whether this page began with what the device keeps, before the server's first answer. */
export const keptShown = createObservable(false);

export const useKeptShown = (): boolean => useObservable(keptShown);
