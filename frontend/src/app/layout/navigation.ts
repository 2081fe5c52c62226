import {
  Bell,
  Heart,
  House,
  type LucideIcon,
  MessageCircleHeart,
  Search,
  Settings,
  ShieldCheck,
  Sparkles,
  Trophy,
  UserRound,
} from 'lucide-react';
import type { PlainTextKey } from '../../texts/index.js';

export interface Destination {
  to: string;
  label: PlainTextKey;
  icon: LucideIcon;
}

const dashboard: Destination = { to: '/dashboard', label: 'common.dashboard', icon: House };
const chat: Destination = { to: '/chat', label: 'common.chat', icon: MessageCircleHeart };
const memories: Destination = { to: '/memories', label: 'common.memories', icon: Sparkles };
const challenges: Destination = { to: '/challenges', label: 'common.challenges', icon: Trophy };
const profile: Destination = { to: '/profile', label: 'app.profile', icon: UserRound };
const partner: Destination = { to: '/partner', label: 'partners.yourPartner', icon: Heart };
const notifications: Destination = { to: '/notifications', label: 'common.notifications', icon: Bell };
const search: Destination = { to: '/search', label: 'app.search', icon: Search };
const privacy: Destination = { to: '/privacy', label: 'app.privacy', icon: ShieldCheck };
const settings: Destination = { to: '/settings', label: 'common.settings', icon: Settings };

export const SIDEBAR: readonly Destination[] = [dashboard, chat, memories, challenges, profile, settings];
export const BOTTOM_BAR: readonly Destination[] = [
  { ...dashboard, label: 'app.home' },
  chat,
  memories,
  challenges,
  profile,
];

/** The destinations for which the bottom bar has no room. Without a partner there is neither their page nor anything to search. */
export const drawerOf = (isLinked: boolean): readonly Destination[] =>
  isLinked ? [partner, notifications, search, settings, privacy] : [notifications, settings, privacy];
