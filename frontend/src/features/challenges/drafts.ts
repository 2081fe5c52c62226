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
  /** The value of this render was sent: removes it, unless more was written meanwhile. */
  clear: () => void;
}

/**
 * A draft that survives an error, a navigation and a reload in this browser.
 * @param initial its value while nothing is stored
 */
export function useDraft<T>(name: string, schema: v.GenericSchema<unknown, T>, initial: T): DraftControl<T> {
  const [written, setWritten] = useState(() => storageOf(name, schema).read());
  return {
    value: written ?? initial,
    write: (next) => {
      setWritten(next);
      storageOf(name, schema).write(next);
    },
    clear: () => {
      setWritten((latest) => (latest === written ? null : latest));
      // The app lock may have replaced the form that sent: the words of the next one are not sent yet.
      const stored = storageOf(name, schema);
      const { output: sent } = v.safeParse(schema, written);
      if (JSON.stringify(stored.read()) === JSON.stringify(sent)) stored.remove();
    },
  };
}

const text = v.string();

/** A draft of plain words. @param initial the words while nothing is stored; a draft that was emptied stays empty */
export const useTextDraft = (name: string, initial = ''): DraftControl<string> => useDraft(name, text, initial);
