import type { GoalView } from '@duet/contracts';
import { CHAT, me } from './chat-server.js';

/** A goal of both that counts, before its first entry. */
export const aGoal = (given: Partial<GoalView> = {}): GoalView => ({
  _id: 'g1',
  coupleId: CHAT,
  createdBy: me._id,
  title: 'Ten books',
  why: '',
  category: 'learning',
  type: 'counter',
  target: 10,
  unit: 'books',
  perWeek: null,
  dueAt: null,
  ownership: 'ours',
  status: 'active',
  createdAt: '2026-06-01T10:00:00.000Z',
  updatedAt: '2026-06-01T10:00:00.000Z',
  achievedAt: null,
  milestones: [],
  progress: { done: 0, total: 10, thisWeek: null },
  cheers: 0,
  cheeredToday: false,
  deleteAskedBy: null,
  version: 1,
  actions: [],
  entries: [],
  ...given,
});
