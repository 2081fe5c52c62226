import { useStickerBook } from './sticker-book.js';
import styles from './stickers.module.css';

/** A sticker in the list. Its name stands in for a drawing that this build does not have, or that could not be loaded. */
export function Sticker({ id, name }: { id: string; name: string }) {
  const { book, hasFailed } = useStickerBook();
  if (hasFailed || (book && !book.isDrawn(id))) return <span className={styles.name}>{name}</span>;
  return (
    <span role="img" aria-label={name} title={name} className={styles.sticker}>
      {book?.isDrawn(id) && <book.Drawing id={id} />}
    </span>
  );
}
