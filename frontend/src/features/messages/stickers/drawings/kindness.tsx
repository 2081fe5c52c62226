import { Arm, Head, Heart, Lines, Spark, Tear } from './parts.js';

export const Thanks = () => (
  <>
    <Head at={[64, 54]} r={42} tone="accent" eyes="happy" mouth="smile" />
    <rect x="30" y="76" width="68" height="46" rx="7" fill="var(--white)" stroke="var(--edge)" strokeWidth="3" />
    <path d="M32 80l32 24 32-24" fill="none" stroke="var(--edge)" strokeWidth="3.5" strokeLinejoin="round" />
    <Heart at={[64, 103]} size={1.1} />
    <Arm tone="accent" d="M24 76q-2 14 8 22" />
    <Arm tone="accent" d="M104 76q2 14-8 22" />
    <Spark at={[112, 22]} />
    <Spark at={[15, 28]} size={0.7} />
  </>
);

export const Sorry = () => (
  <>
    <Head at={[64, 66]} r={44} tone="honey" eyes="sad" mouth="wobble" />
    <Tear at={[40, 78]} size={0.9} />
    <path d="M88 112q2-26 18-36" fill="none" stroke="var(--leaf)" strokeWidth="4.5" strokeLinecap="round" />
    <path d="M94 98q-14-2-16-12 14 0 16 12z" fill="var(--leaf)" />
    <g fill="var(--rose)">
      <circle cx="108" cy="62" r="8" />
      <circle cx="118" cy="70" r="8" />
      <circle cx="113" cy="81" r="8" />
      <circle cx="101" cy="80" r="8" />
      <circle cx="98" cy="68" r="8" />
    </g>
    <circle cx="108" cy="72" r="6" fill="var(--sun)" />
    <Arm tone="honey" d="M74 108q8 6 15 1" />
  </>
);

export const Please = () => (
  <>
    <Head at={[64, 62]} r={44} tone="accent" eyes="wide" mouth="wobble">
      <g fill="var(--accent)">
        <circle cx="-9.5" cy="-6" r="1.8" />
        <circle cx="12.5" cy="-6" r="1.8" />
      </g>
    </Head>
    <Arm tone="accent" d="M34 104q14 4 26-6" />
    <Arm tone="accent" d="M94 104q-14 4-26-6" />
    <Spark at={[18, 24]} size={0.9} />
    <Spark at={[110, 20]} size={0.7} />
    <Spark at={[116, 40]} size={0.5} />
  </>
);

const Bloom = ({ x, y, fill }: { x: number; y: number; fill: string }) => (
  <g transform={`translate(${x} ${y})`}>
    <g fill={fill}>
      {[0, 72, 144, 216, 288].map((turn) => (
        <circle key={turn} cy="-8" r="7" transform={`rotate(${turn})`} />
      ))}
    </g>
    <circle r="5" fill="var(--white)" />
  </g>
);

export const Flowers = () => (
  <>
    <Head at={[84, 82]} r={40} tone="honey" eyes="happy" mouth="smile" />
    <path d="M30 58q4 26 10 36M54 50q-6 26-10 44M16 76q14 6 24 20" stroke="var(--leaf)" strokeWidth="4.5" fill="none" />
    <path d="M22 84l44-8-18 46q-6 4-10 0z" fill="var(--white)" stroke="var(--edge)" strokeWidth="3" />
    <Bloom x={28} y={48} fill="var(--rose)" />
    <Bloom x={56} y={38} fill="var(--sun)" />
    <Bloom x={18} y={72} fill="var(--night)" />
    <Bloom x={48} y={66} fill="var(--rose)" />
    <Arm tone="honey" d="M64 110q-10 0-18-8" />
    <Heart at={[106, 22]} tilt={14} />
  </>
);

export const GetWell = () => (
  <>
    <Head at={[64, 52]} r={40} tone="accent" eyes="sad" mouth="flat">
      <path d="M-5-24H24" stroke="var(--white)" strokeWidth="9" strokeLinecap="round" />
      <path d="M8-24h8" stroke="var(--rose)" strokeWidth="5" strokeLinecap="round" />
    </Head>
    <path d="M10 92q54-26 108 0v20q0 8-8 8H18q-8 0-8-8z" fill="var(--sky)" />
    <path d="M10 94q54-26 108 0" fill="none" stroke="var(--white)" strokeWidth="8" strokeLinecap="round" />
    <Heart at={[40, 106]} size={0.6} fill="var(--white)" />
    <Heart at={[64, 104]} size={0.6} fill="var(--white)" />
    <Heart at={[88, 106]} size={0.6} fill="var(--white)" />
    <g transform="rotate(-24 96 62)">
      <rect x="78" y="59" width="34" height="7" rx="3.5" fill="var(--white)" stroke="var(--edge)" strokeWidth="2" />
      <circle cx="113" cy="62.5" r="6" fill="var(--rose)" />
    </g>
    <Lines d="M20 34q-5-6 0-12t0-12M108 28q5-6 0-12" stroke="var(--rose)" />
  </>
);

export const Cheers = () => (
  <>
    <Head at={[30, 88]} r={32} tone="accent" eyes="happy" mouth="open" />
    <Head at={[98, 88]} r={32} tone="honey" eyes="happy" mouth="open" />
    <g transform="rotate(14 50 44)">
      <path d="M38 20h24q2 26-12 28-14-2-12-28z" fill="var(--white)" stroke="var(--edge)" strokeWidth="3" />
      <path d="M40 32h20q-1 13-10 14-9-1-10-14z" fill="var(--rose)" />
      <path d="M50 48v16M42 65h16" stroke="var(--edge)" strokeWidth="4" strokeLinecap="round" />
    </g>
    <g transform="rotate(-14 78 44)">
      <path d="M66 20h24q2 26-12 28-14-2-12-28z" fill="var(--white)" stroke="var(--edge)" strokeWidth="3" />
      <path d="M68 32h20q-1 13-10 14-9-1-10-14z" fill="var(--sun)" />
      <path d="M78 48v16M70 65h16" stroke="var(--edge)" strokeWidth="4" strokeLinecap="round" />
    </g>
    <Spark at={[64, 10]} size={0.9} />
    <Spark at={[24, 30]} size={0.6} />
    <Spark at={[106, 30]} size={0.6} />
  </>
);
