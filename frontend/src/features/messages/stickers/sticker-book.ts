import { useEffect, useState } from 'react';

type Book = typeof import('./book.js');

let loading: Promise<Book> | undefined;
let loaded: Book | null = null;

/** Loads the drawings and the picker: 7 kB over the wire that the chat's first load does without. */
async function loadBook(): Promise<Book> {
  loading ??= import('./book.js');
  try {
    loaded = await loading;
    return loaded;
  } catch (cause) {
    loading = undefined;
    throw cause;
  }
}

interface StickerBook {
  book: Book | null;
  hasFailed: boolean;
  retry: () => void;
}

/** The drawings and the picker, loaded when a component first needs them. */
export function useStickerBook(): StickerBook {
  const [book, setBook] = useState(loaded);
  const [attempt, setAttempt] = useState({ number: 0, hasFailed: false });
  useEffect(() => {
    if (book) return undefined;
    let isHere = true;
    loadBook().then(
      (found) => isHere && setBook(found),
      () => isHere && setAttempt((last) => ({ ...last, hasFailed: true })),
    );
    return () => {
      isHere = false;
    };
  }, [book, attempt.number]);
  const retry = (): void => setAttempt(({ number }) => ({ number: number + 1, hasFailed: false }));
  return { book, hasFailed: attempt.hasFailed, retry };
}
