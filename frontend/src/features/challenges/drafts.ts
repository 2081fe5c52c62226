import { useState } from 'react';
import * as v from 'valibot';
import { session } from '../../platform/session/session.js';
import { DRAFT_PREFIX } from '../../platform/storage/drafts.js';
import { type Stored, storedJson } from '../../platform/storage/stored.js';

/** The key has the user's id, because the partner may sign in next in the same browser. */
const storageOf = <T>(name: string, schema: v.GenericSchema<unknown, T>): Stored<T> =>
  storedJson(`${DRAFT_PREFIX}${session.get().user?._id}:challenge:${name}`, schema);

interface DraftControl<T> {
  value: T;
  write: (value: T) => void;
  /** It was sent: removes it. */
  clear: () => void;
}

/**
 * A draft that survives an error, a navigation and a reload in this browser.
 * @param initial its value while nothing is stored
 */
export function useDraft<T>(name: string, schema: v.GenericSchema<unknown, T>, initial: T): DraftControl<T> {
  const [value, setValue] = useState(() => storageOf(name, schema).read() ?? initial);
  return {
    value,
    write: (next) => {
      setValue(next);
      storageOf(name, schema).write(next);
    },
    clear: () => {
      setValue(initial);
      storageOf(name, schema).remove();
    },
  };
}

const text = v.string();

/** A draft of plain words. */
export const useTextDraft = (name: string): DraftControl<string> => useDraft(name, text, '');
