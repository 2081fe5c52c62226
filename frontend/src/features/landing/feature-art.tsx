import styles from './features.module.css';

const DOTS = Array.from({ length: 24 }, (_, index) => index);

/** Small drawings in a corner of each card. Decoration. */
const frame = { className: styles.art, viewBox: '0 0 160 120', fill: 'none', 'aria-hidden': true } as const;

/** Dots for days, the past ones filled. */
export const Days = () => (
  <svg {...frame}>
    {DOTS.map((index) => (
      <circle
        key={index}
        cx={14 + (index % 6) * 26}
        cy={14 + Math.floor(index / 6) * 26}
        r="8"
        fill={index < 15 ? 'var(--accent)' : 'var(--sunken)'}
      />
    ))}
  </svg>
);

/** Two overlapping circles. */
export const Meeting = () => (
  <svg {...frame}>
    <circle cx="52" cy="60" r="42" fill="var(--accent)" />
    <circle cx="112" cy="60" r="42" fill="var(--honey)" />
    <path d="M82 30.6a42 42 0 0 1 0 58.8 42 42 0 0 1 0-58.8z" fill="var(--overlap)" />
  </svg>
);

/** Two paths that part and find each other again. */
export const Paths = () => (
  <svg {...frame} strokeWidth="5" strokeLinecap="round">
    <path d="M8 60h24c22 0 22-40 46-40s24 40 46 40h28" stroke="var(--accent)" />
    <path d="M32 60c22 0 22 40 46 40s24-40 46-40" stroke="var(--honey)" />
    <circle cx="78" cy="20" r="9" fill="var(--accent)" />
    <circle cx="78" cy="100" r="9" fill="var(--honey)" />
    <circle cx="152" cy="60" r="5" fill="var(--overlap)" />
  </svg>
);

/** A ring that fills. */
export const Ring = () => (
  <svg {...frame} strokeWidth="14" strokeLinecap="round">
    <circle cx="100" cy="60" r="44" stroke="var(--surface)" />
    <path d="M100 16a44 44 0 1 1-41.8 30.4" stroke="var(--accent)" />
  </svg>
);

/** Sand on its way down. */
export const Sand = () => (
  <svg {...frame}>
    <path d="M62 8h72L104 60l30 52H62l30-52z" fill="#3b2501" opacity="0.16" />
    <path d="M76 32h44l-22 30zM70 112h56L98 84z" fill="#3b2501" />
  </svg>
);
