import { t } from '../../../../texts/index.js';
import { Arm, Head, Lines, Spark, Tear, Word } from './parts.js';

export const Laugh = () => (
  <>
    <Head at={[64, 68]} r={48} tilt={-10} tone="honey" eyes="tight" mouth="open" />
    <Tear at={[14, 64]} size={1.1} />
    <Tear at={[112, 54]} size={1.1} />
    <Lines d="M22 24l-8-8M40 14l-3-10M100 20l7-9" />
  </>
);

export const Wow = () => (
  <>
    <path
      d="M64 4l10 18 19-9 2 21 22 1-10 19 16 14-19 9 5 21-21-2-6 20-18-11-18 11-6-20-21 2 5-21L5 68l16-14-10-19 22-1 2-21 19 9z"
      fill="var(--sun)"
    />
    <Head at={[64, 64]} r={36} tone="accent" eyes="wide" mouth="round" />
  </>
);

export const Cry = () => (
  <>
    <ellipse cx="64" cy="114" rx="52" ry="10" fill="var(--sky)" opacity=".55" />
    <Head at={[64, 62]} r={46} tone="accent" eyes="sad" mouth="sad" />
    <path
      d="M46 66q-10 22-8 46M82 66q10 22 8 46"
      fill="none"
      stroke="var(--sky)"
      strokeWidth="9"
      strokeLinecap="round"
    />
    <Tear at={[12, 52]} />
    <Tear at={[117, 46]} size={0.8} />
  </>
);

export const Angry = () => (
  <>
    <Head at={[64, 76]} r={44} tone="honey" eyes="cross" mouth="sad" />
    <g fill="var(--edge)">
      <circle cx="50" cy="22" r="12" />
      <circle cx="68" cy="17" r="15" />
      <circle cx="84" cy="25" r="10" />
      <rect x="42" y="22" width="50" height="13" rx="6.5" />
    </g>
    <path d="M68 30l-8 12h9l-5 10" fill="none" stroke="var(--sun)" strokeWidth="4.5" strokeLinejoin="round" />
    <Lines d="M12 54q-6 4-4 10M116 54q6 4 4 10" stroke="var(--rose)" />
  </>
);

export const Yes = () => (
  <>
    <Head at={[60, 76]} r={42} tone="accent" eyes="happy" mouth="open" />
    <Arm tone="accent" d="M92 98q18-4 18-24" />
    <path d="M102 72V58q0-8 6-8t6 8v14z" fill="var(--accent)" />
    <rect x="95" y="64" width="28" height="20" rx="9" fill="var(--accent)" />
    <Word at={[50, 30]} size={34}>
      {t('stickers.yes')}
    </Word>
  </>
);

export const No = () => (
  <>
    <Head at={[64, 78]} r={42} tilt={6} tone="honey" eyes="closed" mouth="flat" />
    <Arm tone="honey" d="M38 120 90 100" />
    <Arm tone="honey" d="M90 120 38 100" />
    <Word at={[64, 29]} size={32} fill="var(--night)">
      {t('stickers.nope')}
    </Word>
  </>
);

export const Thinking = () => (
  <>
    <Head at={[56, 78]} r={42} tone="accent" eyes="up" mouth="flat" />
    <Arm tone="accent" d="M28 110q14 4 22-6" />
    <circle cx="92" cy="50" r="5" fill="var(--edge)" />
    <circle cx="98" cy="38" r="7" fill="var(--edge)" />
    <rect x="72" y="2" width="54" height="30" rx="15" fill="var(--white)" stroke="var(--edge)" strokeWidth="3" />
    <g fill="var(--dark)">
      <circle cx="88" cy="17" r="3.5" />
      <circle cx="99" cy="17" r="3.5" />
      <circle cx="110" cy="17" r="3.5" />
    </g>
  </>
);

export const OnMyWay = () => (
  <>
    <Head at={[76, 62]} r={40} tilt={10} tone="honey" eyes="open" mouth="open" />
    <Arm tone="honey" d="M62 98q-4 14-18 14" />
    <Arm tone="honey" d="M90 98q14 4 12 16" />
    <Arm tone="honey" d="M110 74q10-2 13-12" />
    <Lines d="M6 44h24M2 62h20M8 80h22" />
    <ellipse cx="72" cy="121" rx="42" ry="4" fill="var(--edge)" opacity=".6" />
    <Spark at={[112, 18]} size={0.8} />
  </>
);
