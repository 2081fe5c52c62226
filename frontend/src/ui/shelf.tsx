import type { ReactNode, Ref } from 'react';
import { classes } from './classes.js';
import { Link } from './link.js';
import { PressButton } from './press-button.js';
import styles from './shelf.module.css';
import { type Tint, tintClass } from './tint.js';

interface Children {
  children: ReactNode;
}

/** A tab or page with things of one kind. */
export const Shelf = ({ children }: Children) => <div className={styles.shelf}>{children}</div>;

/** A sentence about the things, and beside it the button that makes a new one. */
export const ShelfIntro = ({ words, children }: Children & { words: string }) => (
  <div className={styles.intro}>
    <p>{words}</p>
    {children}
  </div>
);

/** Cards in as many columns as fit. Its children are `ShelfCard`s. */
export const ShelfCards = ({ children }: Children) => <ul className={styles.cards}>{children}</ul>;

/** Cards under a title. */
export const ShelfGroup = ({ title, children }: Children & { title: string }) => (
  <section className={styles.group} aria-label={title}>
    <h2 className={styles.groupTitle}>{title}</h2>
    <ShelfCards>{children}</ShelfCards>
  </section>
);

interface ShelfCardProps extends Children {
  tint?: Tint;
  className?: string | undefined;
  /** For the styles of `className`, as `data-look`. */
  look?: string | null | undefined;
  ref?: Ref<HTMLLIElement>;
  tabIndex?: number | undefined;
}

/** One thing. With a `CoverLink` or a `CoverButton` in its title, its whole face opens it. */
export const ShelfCard = ({ tint, className, look, ref, tabIndex, children }: ShelfCardProps) => (
  <li
    ref={ref}
    tabIndex={tabIndex}
    className={classes(styles.card, tint && tintClass(tint), className)}
    data-look={look}
  >
    {children}
  </li>
);

/** The first line of a card: its sign, and words beside it. */
export const CardHead = ({ children }: Children) => <div className={styles.cardHead}>{children}</div>;

/** A few words about the kind of thing, in its colour. */
export const Kicker = ({ children }: Children) => <span className={styles.kicker}>{children}</span>;

/** The title of a card. Its element is one level below the heading before it. */
export const CardTitle = ({ as: Title = 'h3', children }: Children & { as?: 'h2' | 'h3' }) => (
  <Title className={styles.cardTitle}>{children}</Title>
);

interface CoverLinkProps extends Children {
  to: string;
  className?: string | undefined;
  draggable?: boolean;
}

/** A link that covers its card. */
export const CoverLink = ({ to, className, draggable, children }: CoverLinkProps) => (
  <Link to={to} className={classes(styles.cover, className)} dir="auto" draggable={draggable}>
    {children}
  </Link>
);

/** A button that covers its card. */
export const CoverButton = ({ onPress, children }: Children & { onPress: () => void }) => (
  <PressButton className={classes(styles.cover, styles.plain)} onPress={onPress}>
    {children}
  </PressButton>
);

interface ThingHeadProps {
  tint: Tint;
  sign: ReactNode;
  /** The kind of thing and its state. */
  kicker: ReactNode;
  menu: ReactNode;
  title: string;
  level?: 1 | 2;
  /** The couple's own words about it. */
  lead?: string;
  children?: ReactNode;
}

/** The head of a thing's own page, in the colour of its kind. */
export function ThingHead({ tint, sign, kicker, menu, title, level = 2, lead = '', children }: ThingHeadProps) {
  const Title = `h${level}` as const;
  return (
    <header className={classes(styles.head, tintClass(tint))}>
      <div className={styles.cardHead}>
        {sign}
        <p className={styles.kicker}>{kicker}</p>
        {menu}
      </div>
      <Title className={styles.headTitle} dir="auto">
        {title}
      </Title>
      {lead !== '' && (
        <p className={styles.lead} dir="auto">
          {lead}
        </p>
      )}
      {children}
    </header>
  );
}
