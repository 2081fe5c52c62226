import type { ReactNode } from 'react';

/** A place in the drawing's square of 128 units. */
export type Point = readonly [x: number, y: number];

/** The two people of every sticker: the accent's circle and the honey one of the logo. */
export type Tone = 'accent' | 'honey';

const FILL = { accent: 'var(--accent)', honey: 'var(--honey)' } as const;
/** The features of a face, against its body. */
const INK = { accent: 'var(--on-accent)', honey: 'var(--dark)' } as const;

const HEART = 'M0 9C-7 4-10 0-10-4.2a5.2 5.2 0 0 1 10-2.1 5.2 5.2 0 0 1 10 2.1C10 0 7 4 0 9z';

const dots = (ink: string, r: number, [dx, dy]: Point = [0, 0]): ReactNode => (
  <g fill={ink}>
    <circle cx={-11 + dx} cy={-4 + dy} r={r} />
    <circle cx={11 + dx} cy={-4 + dy} r={r} />
  </g>
);

/** Eyes in a head of radius 34 around 0, 0. */
const EYES = {
  open: (ink: string) => dots(ink, 3.6),
  up: (ink: string) => dots(ink, 3.6, [3, -4]),
  wide: (ink: string) => dots(ink, 5.4),
  happy: () => <path d="M-16-3q5-8 10 0M6-3q5-8 10 0" />,
  closed: () => <path d="M-16-5q5 6 10 0M6-5q5 6 10 0" />,
  wink: (ink: string) => (
    <>
      <circle cx="-11" cy="-4" r="3.6" fill={ink} stroke="none" />
      <path d="M6-3q5-8 10 0" />
    </>
  ),
  tight: () => <path d="M-16-9l9 5-9 5M16-9l-9 5 9 5" />,
  cross: (ink: string) => (
    <>
      {dots(ink, 3.6, [0, 1])}
      <path d="M-18-13l11 5M18-13l-11 5" />
    </>
  ),
  sad: (ink: string) => (
    <>
      {dots(ink, 3.6)}
      <path d="M-18-10l10-4M18-10l-10-4" />
    </>
  ),
  hearts: () => (
    <g fill="var(--white)" stroke="none">
      <path d={HEART} transform="translate(-12 -5) scale(.8)" />
      <path d={HEART} transform="translate(12 -5) scale(.8)" />
    </g>
  ),
} as const;

const MOUTHS = {
  smile: () => <path d="M-8 7q8 8 16 0" />,
  small: () => <path d="M-4 9q4 4 8 0" />,
  open: (ink: string) => <path d="M-9 6H9q-1 12-9 12T-9 6z" fill={ink} />,
  flat: () => <path d="M-6 10H6" />,
  sad: () => <path d="M-7 13q7-7 14 0" />,
  wobble: () => <path d="M-9 12q4.5-5 9 0t9 0" />,
  round: (ink: string) => <ellipse cx="0" cy="11" rx="4.5" ry="5.5" fill={ink} />,
  kiss: () => <path d="M-2 5q7 1 2 5 6 2-2 5" />,
} as const;

interface HeadProps {
  at: Point;
  tone: Tone;
  eyes: keyof typeof EYES;
  mouth: keyof typeof MOUTHS;
  r?: number;
  /** Degrees, clockwise. */
  tilt?: number;
  children?: ReactNode;
}

/** A person: a round body with a face. Children are drawn in its own units, on top. */
export function Head({ at: [x, y], tone, eyes, mouth, r = 34, tilt = 0, children }: HeadProps) {
  const ink = INK[tone];
  return (
    <g transform={`translate(${x} ${y}) rotate(${tilt}) scale(${r / 34})`}>
      <circle r="34" fill={FILL[tone]} />
      <g fill={tone === 'accent' ? 'var(--honey)' : 'var(--rose)'} opacity=".45">
        <ellipse cx="-20" cy="6" rx="5.5" ry="4" />
        <ellipse cx="20" cy="6" rx="5.5" ry="4" />
      </g>
      <g fill="none" stroke={ink} strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round">
        <g>{EYES[eyes](ink)}</g>
        <g>{MOUTHS[mouth](ink)}</g>
      </g>
      {children}
    </g>
  );
}

/** An arm, drawn over the bodies with an edge in the other tone's ink so that it can be seen on them. */
export function Arm({ d, tone }: { d: string; tone: Tone }) {
  return (
    <g fill="none" strokeLinecap="round">
      <path d={d} stroke={INK[tone]} strokeWidth="13" opacity=".22" />
      <path d={d} stroke={FILL[tone]} strokeWidth="10" />
    </g>
  );
}

export function Heart({ at: [x, y], size = 1, tilt = 0, fill = 'var(--rose)' }: HeartProps) {
  return <path d={HEART} fill={fill} transform={`translate(${x} ${y}) rotate(${tilt}) scale(${size})`} />;
}

interface HeartProps {
  at: Point;
  /** 1 is 20 units wide. */
  size?: number;
  tilt?: number;
  fill?: string;
}

/** A star of four points. */
export function Spark({ at: [x, y], size = 1, fill = 'var(--sun)' }: Omit<HeartProps, 'tilt'>) {
  return (
    <path d="M0-9q1 8 9 9-8 1-9 9-1-8-9-9 8-1 9-9z" fill={fill} transform={`translate(${x} ${y}) scale(${size})`} />
  );
}

export function Tear({ at: [x, y], size = 1 }: { at: Point; size?: number }) {
  return (
    <path
      d="M0-7c4 5 5.5 7 5.5 10a5.5 5.5 0 0 1-11 0c0-3 1.5-5 5.5-10z"
      fill="var(--sky)"
      transform={`translate(${x} ${y}) scale(${size})`}
    />
  );
}

/** Thin strokes for movement, steam and rays. */
export function Lines({ d, stroke = 'var(--ink-soft)', width = 3.5 }: { d: string; stroke?: string; width?: number }) {
  return <path d={d} fill="none" stroke={stroke} strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />;
}

/** Large letters, drawn as text in the app's display font. */
export function Word({ at: [x, y], size, children, fill = 'var(--rose)' }: WordProps) {
  return (
    <text x={x} y={y} fontSize={size} fill={fill} textAnchor="middle" fontWeight="700" fontFamily="var(--font-display)">
      {children}
    </text>
  );
}

interface WordProps {
  at: Point;
  size: number;
  fill?: string;
  children: string;
}
