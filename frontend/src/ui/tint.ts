import styles from './tint.module.css';

/** A soft background and the ink on it, by which kinds of things and the two people are told apart. */
export type Tint = 'mulberry' | 'honey' | 'green' | 'indigo' | 'moss' | 'clay';

/** The class that sets `--tint` and `--tint-ink` for an element and what it contains. */
export const tintClass = (tint: Tint): string | undefined => styles[tint];

/** Mulberry is the reader's own, honey the other's. */
export const tintOfSide = (isOwn: boolean): Tint => (isOwn ? 'mulberry' : 'honey');
