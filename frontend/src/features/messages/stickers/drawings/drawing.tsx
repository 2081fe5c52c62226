import type { StickerId } from '@duet/contracts/plain';
import type { ComponentType } from 'react';
import * as affection from './affection.js';
import * as days from './days.js';
import styles from './drawings.module.css';
import * as kindness from './kindness.js';
import * as moods from './moods.js';

const DRAWINGS: Record<StickerId, ComponentType> = {
  love: affection.Love,
  hug: affection.Hug,
  kiss: affection.Kiss,
  together: affection.Together,
  'miss-you': affection.MissYou,
  smitten: affection.Smitten,
  proud: affection.Proud,
  shy: affection.Shy,
  thanks: kindness.Thanks,
  sorry: kindness.Sorry,
  please: kindness.Please,
  flowers: kindness.Flowers,
  laugh: moods.Laugh,
  wow: moods.Wow,
  cry: moods.Cry,
  angry: moods.Angry,
  yes: moods.Yes,
  no: moods.No,
  thinking: moods.Thinking,
  'on-my-way': moods.OnMyWay,
  'good-morning': days.GoodMorning,
  coffee: days.Coffee,
  hungry: days.Hungry,
  cheers: kindness.Cheers,
  birthday: days.Birthday,
  dance: days.Dance,
  'get-well': kindness.GetWell,
  'good-night': days.GoodNight,
};

/** False for a sticker that is newer than this build. */
export const isDrawn = (id: string): id is StickerId => Object.hasOwn(DRAWINGS, id);

/** The drawing of a sticker, as large as its container. */
export function Drawing({ id }: { id: StickerId }) {
  const Content = DRAWINGS[id];
  return (
    <svg className={styles.drawing} viewBox="0 0 128 128" aria-hidden="true">
      <Content />
    </svg>
  );
}
