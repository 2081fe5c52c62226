import { House, type LucideIcon, MessageCircleHeart, Settings, Sparkles, Trophy, UserRound } from 'lucide-react';

export interface Destination {
  to: string;
  label: string;
  icon: LucideIcon;
}

const dashboard = { to: '/dashboard', label: 'Dashboard', icon: House };
const chat = { to: '/chat', label: 'Chat', icon: MessageCircleHeart };
const memories = { to: '/memories', label: 'Memories', icon: Sparkles };
const challenges = { to: '/challenges', label: 'Challenges', icon: Trophy };
const profile = { to: '/profile', label: 'Profile', icon: UserRound };
const settings = { to: '/settings', label: 'Settings', icon: Settings };

export const SIDEBAR: readonly Destination[] = [dashboard, chat, memories, challenges, profile, settings];
export const BOTTOM_BAR: readonly Destination[] = [{ ...dashboard, label: 'Home' }, chat, memories, challenges, profile];
