import { t } from '../../../../texts/index.js';
import { Arm, Head, Heart, Lines, Spark, Word } from './parts.js';

const RAYS = [-75, -50, -25, 0, 25, 50, 75];

export const GoodMorning = () => (
  <>
    <g stroke="var(--sun)" strokeWidth="6" strokeLinecap="round">
      {RAYS.map((turn) => (
        <path key={turn} d="M64 26V12" transform={`rotate(${turn} 64 82)`} />
      ))}
    </g>
    <Head at={[64, 76]} r={42} tone="honey" eyes="happy" mouth="smile" />
    <path d="M4 104q16-10 32 0t28 0 28 0 32 0v12q0 8-8 8H12q-8 0-8-8z" fill="var(--leaf)" />
    <g fill="var(--white)">
      <circle cx="24" cy="113" r="3" />
      <circle cx="60" cy="114" r="3" />
      <circle cx="100" cy="112" r="3" />
    </g>
  </>
);

export const Coffee = () => (
  <>
    <Lines d="M48 32q-6-7 0-13t0-13M64 28q-6-7 0-13t0-13M80 32q-6-7 0-13t0-13" stroke="var(--edge)" width={4} />
    <path d="M94 58h10a15 15 0 0 1 0 30H94" fill="none" stroke="var(--rose)" strokeWidth="9" />
    <path d="M24 42h80v42q0 34-34 34H58q-34 0-34-34z" fill="var(--rose)" />
    <ellipse cx="64" cy="43" rx="40" ry="8" fill="var(--cocoa)" />
    <g fill="none" stroke="var(--white)" strokeWidth="4" strokeLinecap="round">
      <path d="M42 72q6-9 12 0M74 72q6-9 12 0M54 86q10 10 20 0" />
    </g>
    <Heart at={[64, 43]} size={0.5} fill="var(--white)" />
  </>
);

export const Hungry = () => (
  <>
    <Head at={[64, 50]} r={42} tone="accent" eyes="open" mouth="open">
      <path d="M4 16q7 0 6 7-6 1-6-7z" fill="var(--rose)" />
    </Head>
    <ellipse cx="64" cy="108" rx="46" ry="12" fill="var(--white)" stroke="var(--edge)" strokeWidth="3" />
    <g fill="none" strokeWidth="5" strokeLinecap="round" stroke="var(--sun)">
      <path d="M38 104q8-18 26-10t26 10M46 107q14-14 36 0M54 98q10-10 22-2" />
    </g>
    <circle cx="60" cy="94" r="6" fill="var(--rose)" />
    <circle cx="74" cy="100" r="5" fill="var(--rose)" />
    <path d="M14 64v52M8 64v12q0 6 6 6t6-6V64" fill="none" stroke="var(--edge)" strokeWidth="4" strokeLinecap="round" />
    <path d="M114 116V64q10 8 6 30h-6" fill="var(--edge)" stroke="var(--edge)" strokeWidth="4" strokeLinejoin="round" />
  </>
);

export const Birthday = () => (
  <>
    <path d="M64 22V8" stroke="var(--night)" strokeWidth="6" strokeLinecap="round" />
    <path d="M40 32V18M88 32V18" stroke="var(--rose)" strokeWidth="6" strokeLinecap="round" />
    <g fill="var(--sun)">
      <circle cx="64" cy="5" r="4.5" />
      <circle cx="40" cy="14" r="4.5" />
      <circle cx="88" cy="14" r="4.5" />
    </g>
    <rect x="28" y="30" width="72" height="38" rx="10" fill="var(--white)" stroke="var(--edge)" strokeWidth="3" />
    <path d="M28 40q9 14 18 0 9 14 18 0 9 14 18 0 9 14 18 0" fill="none" stroke="var(--rose)" strokeWidth="6" />
    <rect x="12" y="64" width="104" height="52" rx="12" fill="var(--honey)" />
    <path d="M12 76q13 16 26 0 13 16 26 0 13 16 26 0 13 16 26 0V74q0-10-10-10H22q-10 0-10 10z" fill="var(--white)" />
    <g fill="none" stroke="var(--dark)" strokeWidth="3.5" strokeLinecap="round">
      <path d="M46 96q5-7 10 0M72 96q5-7 10 0M57 103q7 7 14 0" />
    </g>
    <Spark at={[14, 30]} size={0.8} />
    <Spark at={[116, 40]} size={0.7} />
  </>
);

const Note = ({ x, y, fill }: { x: number; y: number; fill: string }) => (
  <g transform={`translate(${x} ${y})`} fill={fill}>
    <ellipse cx="0" cy="16" rx="6" ry="4.5" />
    <path d="M4 16V-2l12-4v6L7 3v13z" />
  </g>
);

export const Dance = () => (
  <>
    <Head at={[40, 68]} r={33} tilt={-14} tone="accent" eyes="happy" mouth="open" />
    <Head at={[92, 72]} r={32} tilt={14} tone="honey" eyes="closed" mouth="smile" />
    <Arm tone="accent" d="M46 102q16 8 24-4" />
    <Arm tone="honey" d="M86 104q-8 2-16-6" />
    <Arm tone="accent" d="M16 48Q8 40 8 28" />
    <Arm tone="honey" d="M116 52q6-6 6-18" />
    <Note x={52} y={10} fill="var(--night)" />
    <Note x={84} y={16} fill="var(--rose)" />
    <Lines d="M24 114q10 6 20 4M104 114q-10 6-20 4" />
  </>
);

export const GoodNight = () => (
  <>
    <path d="M84 8A54 54 0 1 0 120 84 46 46 0 0 1 84 8z" fill="var(--sun)" />
    <Head at={[70, 70]} r={32} tilt={-8} tone="accent" eyes="closed" mouth="small">
      <path d="M-26-22Q0-66 40-34q-12-2-16 12Q0-32-26-22z" fill="var(--night)" />
      <circle cx="40" cy="-34" r="6" fill="var(--white)" />
      <path d="M-27-21Q0-34 25-21" fill="none" stroke="var(--white)" strokeWidth="7" strokeLinecap="round" />
    </Head>
    <Word at={[106, 52]} size={20} fill="var(--night)">
      {t('stickers.asleep')}
    </Word>
    <Word at={[118, 34]} size={27} fill="var(--night)">
      {t('stickers.asleep')}
    </Word>
    <Spark at={[22, 20]} size={0.7} fill="var(--night)" />
    <Spark at={[116, 108]} size={0.6} fill="var(--night)" />
  </>
);
