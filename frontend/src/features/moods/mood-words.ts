import type { Mood } from '@duet/contracts';
import { BatteryLow, CloudRain, Flame, Heart, Leaf, type LucideIcon, Smile, Thermometer, Zap } from 'lucide-react';
import type { PlainTextKey } from '../../texts/index.js';

/** The word and the picture of each mood. */
export const MOOD_WORDS: Record<Mood, { label: PlainTextKey; icon: LucideIcon }> = {
  happy: { label: 'moods.happy', icon: Smile },
  calm: { label: 'moods.calm', icon: Leaf },
  in_love: { label: 'moods.inLove', icon: Heart },
  tired: { label: 'moods.tired', icon: BatteryLow },
  sad: { label: 'moods.sad', icon: CloudRain },
  angry: { label: 'moods.angry', icon: Flame },
  stressed: { label: 'moods.stressed', icon: Zap },
  ill: { label: 'moods.ill', icon: Thermometer },
};
