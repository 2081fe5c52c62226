import { Arm, Head, Heart, Lines, Spark } from './parts.js';

export const Love = () => (
  <>
    <Head at={[64, 72]} r={44} tone="accent" eyes="happy" mouth="smile" />
    <path d="M64 118C46 106 38 98 38 88a13 13 0 0 1 26-5 13 13 0 0 1 26 5c0 10-8 18-26 30z" fill="var(--rose)" />
    <path d="M47 85a7 7 0 0 1 6-6" fill="none" stroke="var(--white)" strokeWidth="3.5" strokeLinecap="round" />
    <Arm tone="accent" d="M25 84q6 14 17 13" />
    <Arm tone="accent" d="M103 84q-6 14-17 13" />
    <Heart at={[16, 36]} size={0.8} tilt={-18} />
    <Heart at={[112, 30]} tilt={16} />
  </>
);

export const Hug = () => (
  <>
    <Head at={[38, 70]} r={34} tilt={8} tone="accent" eyes="closed" mouth="smile" />
    <Head at={[90, 70]} r={34} tilt={-8} tone="honey" eyes="closed" mouth="smile" />
    <Arm tone="accent" d="M34 98q32 20 66-4" />
    <Arm tone="honey" d="M104 86q6 12-6 20" />
    <Heart at={[64, 20]} size={1.2} />
    <Lines d="M10 40l-5-6M16 28l-3-7M118 40l5-6M112 28l3-7" />
  </>
);

export const Kiss = () => (
  <>
    <Head at={[38, 78]} r={35} tilt={-4} tone="accent" eyes="closed" mouth="kiss" />
    <Head at={[92, 76]} r={34} tilt={6} tone="honey" eyes="happy" mouth="smile" />
    <Heart at={[64, 40]} size={1.1} tilt={-8} />
    <Heart at={[82, 22]} size={0.7} tilt={14} />
    <Heart at={[48, 18]} size={0.5} tilt={-14} />
  </>
);

export const Together = () => (
  <>
    <Head at={[38, 68]} r={36} tone="accent" eyes="open" mouth="smile" />
    <Head at={[90, 68]} r={36} tone="honey" eyes="open" mouth="smile" />
    <path d="M64 43.1a36 36 0 0 1 0 49.8 36 36 0 0 1 0-49.8z" fill="var(--overlap)" opacity=".9" />
    <Heart at={[64, 26]} size={1.1} />
    <Arm tone="accent" d="M38 100q12 16 26 15" />
    <Arm tone="honey" d="M92 100q-10 14-26 15" />
  </>
);

export const MissYou = () => (
  <>
    <rect x="10" y="8" width="62" height="74" rx="8" fill="var(--night)" />
    <circle cx="52" cy="32" r="11" fill="var(--sun)" />
    <Spark at={[27, 26]} size={0.7} fill="var(--white)" />
    <Spark at={[32, 54]} size={0.5} fill="var(--white)" />
    <rect x="10" y="8" width="62" height="74" rx="8" fill="none" stroke="var(--edge)" strokeWidth="6" />
    <path d="M41 8v74M10 45h62" stroke="var(--edge)" strokeWidth="4" />
    <Head at={[78, 84]} r={38} tilt={-6} tone="accent" eyes="sad" mouth="small" />
    <Heart at={[104, 28]} size={1.1} tilt={10} />
    <Lines d="M97 47l-2 3" />
    <Arm tone="accent" d="M48 104q-4 8-12 10" />
  </>
);

export const Smitten = () => (
  <>
    <Head at={[64, 72]} r={46} tone="accent" eyes="hearts" mouth="open" />
    <Heart at={[18, 30]} size={0.9} tilt={-20} />
    <Heart at={[40, 13]} size={0.6} tilt={-8} />
    <Heart at={[108, 26]} size={1.1} tilt={18} />
  </>
);

export const Proud = () => (
  <>
    <path d="M44 72 32 118l14-6 9 12 10-42zM84 72l12 46-14-6-9 12-10-42z" fill="var(--rose)" />
    <path
      d="M64 8l9 7 11-3 5 10 11 2 1 11 9 7-4 11 4 11-9 7-1 11-11 2-5 10-11-3-9 7-9-7-11 3-5-10-11-2-1-11-9-7 4-11-4-11 9-7 1-11 11-2 5-10 11 3z"
      fill="var(--sun)"
    />
    <Head at={[64, 53]} r={33} tone="honey" eyes="happy" mouth="open" />
    <Spark at={[114, 16]} size={0.8} />
    <Spark at={[14, 20]} size={0.6} />
  </>
);

export const Shy = () => (
  <>
    <Head at={[64, 68]} r={46} tone="honey" eyes="closed" mouth="small">
      <g fill="var(--rose)" opacity=".5">
        <ellipse cx="-20" cy="6" rx="8" ry="5.5" />
        <ellipse cx="20" cy="6" rx="8" ry="5.5" />
      </g>
    </Head>
    <Arm tone="honey" d="M24 92q6 14 26 8" />
    <Arm tone="honey" d="M104 92q-6 14-26 8" />
    <Lines d="M18 30q6-8 2-14M110 30q-6-8-2-14" />
    <Heart at={[64, 13]} size={0.8} />
  </>
);
