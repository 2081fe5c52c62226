import type {
  DailyPreferences,
  DailyQuestionView,
  DailyToday,
  DateList,
  ExportState,
  MoodList,
  NudgeState,
  PartnerRequestView,
  PartnerStatus,
  PersonView,
  RestitutionView,
  TogetherPart,
  UserView,
} from '@duet/contracts';
import {
  DEFAULT_CATEGORIES,
  DEFAULT_SETTINGS,
  ERRORS,
  type ErrorCode,
  type FieldError,
  LIMITS,
} from '@duet/contracts/plain';
import { HttpResponse, http } from 'msw';
import { me, partner } from './chat-server.js';

export const data = (value: unknown) => HttpResponse.json({ success: true, data: value });

export const refusal = (code: ErrorCode, errors?: FieldError[]) =>
  HttpResponse.json(
    { success: false, code, message: ERRORS[code].message, errors, requestId: 'r' },
    { status: ERRORS[code].status },
  );

export const stranger: PersonView = {
  _id: 'cleo',
  id: 'cleo',
  firstName: 'Cleo',
  lastName: 'Hart',
  fullName: 'Cleo Hart',
  username: 'cleo',
  avatar: null,
};

/** Today's question before anyone has answered. */
export const aQuestion = (given: Partial<DailyQuestionView> = {}): DailyQuestionView => ({
  _id: 'd1',
  dayKey: '2027-01-10',
  text: 'What made you smile today?',
  type: 'open',
  options: [],
  category: 'everyday',
  writtenBy: null,
  state: 'open',
  partnerAnswered: false,
  mine: null,
  theirs: null,
  reactions: [],
  canSwap: true,
  answerableUntil: '2027-01-17',
  version: 1,
  ...given,
});

/** A stateful fake of the API calls that the pages around the chat need. Tokens are `t1`, `t2`, … */
export class ApiServer {
  linked = true;
  timezone = 'UTC';
  togetherSince = '2026-02-01';
  hiddenParts: TogetherPart[] = [];
  nickname: string | null = null;
  moods: MoodList = { today: '2026-11-21', until: '2126-11-22T00:00:00.000Z', moods: [] };
  nudges: NudgeState = { sentAt: null, nextAt: null };
  dates: DateList = { dates: [], milestones: [], today: '2026-11-21', timezone: 'UTC' };
  generation = 1;
  refreshes = 0;
  searches: string[] = [];
  partnerBio = '';
  unread = 0;
  requests: PartnerRequestView[] = [];
  dataExport: ExportState = { status: 'none', requestedAt: null, expiresAt: null, historyUntil: null };
  restitutions: RestitutionView[] = [];
  daily: DailyToday = {
    question: aQuestion(),
    pending: [],
    rhythm: { days: 0, longest: 0, restDays: 0 },
    holidayUntil: null,
  };
  dailyPreferences: DailyPreferences = {
    categories: [...DEFAULT_CATEGORIES],
    rhythmShown: true,
    holiday: null,
    version: 1,
  };
  /** Answers a refresh once the test releases it. */
  refreshGate: Promise<void> = Promise.resolve();

  get user(): UserView {
    return { ...me, partner: this.linked ? partner : null, partnershipDate: this.linked ? me.partnershipDate : null };
  }

  get tokens() {
    return { token: `t${this.generation}`, refreshToken: `r${this.generation}` };
  }

  private get status(): PartnerStatus {
    const couple = {
      _id: 'c1',
      chatId: 'c1',
      linkedAt: '2026-02-01T00:00:00Z',
      timezone: this.timezone,
      togetherSince: this.togetherSince,
      togetherSinceVersion: 0,
      hiddenParts: this.hiddenParts,
      version: 1,
    };
    return {
      hasPartner: this.linked,
      partner: this.user.partner,
      couple: this.linked ? couple : null,
      nickname: this.linked ? this.nickname : null,
      pendingRequests: this.requests.length,
    };
  }

  private known(request: Request, answer: () => Response): Response {
    return request.headers.get('authorization') === `Bearer t${this.generation}` ? answer() : refusal('TOKEN_EXPIRED');
  }

  /** A call that needs the current access token. */
  get = (path: string, answer: (request: Request) => unknown) =>
    http.get(`*/api${path}`, ({ request }) => this.known(request, () => data(answer(request))));

  handlers = [
    ...['capsules', 'challenges', 'goals', 'stories', 'wishes'].map((list) =>
      http.get(`*/api/${list}`, ({ request }) =>
        this.known(request, () => HttpResponse.json({ success: true, data: [], nextCursor: null })),
      ),
    ),
    ...['/lists', '/lists/templates', '/challenges/templates'].map((path) => this.get(path, () => [])),
    this.get('/challenges/badges', () => ({ points: 0, badges: [] })),
    this.get('/memories/choices', () => ({ years: [], tags: [] })),
    http.post('*/api/auth/refresh-token', async ({ request }) => {
      this.refreshes += 1;
      const { refreshToken } = Object(await request.json());
      await this.refreshGate;
      if (refreshToken !== `r${this.generation}`) return refusal('UNAUTHENTICATED');
      this.generation += 1;
      return HttpResponse.json({ success: true, ...this.tokens });
    }),
    http.post('*/api/auth/login', async ({ request }) => {
      const { password } = Object(await request.json());
      if (password !== 'Right1') return refusal('INVALID_CREDENTIALS');
      return HttpResponse.json({ success: true, user: this.user, partner: this.user.partner, ...this.tokens });
    }),
    http.post('*/api/auth/logout', () => refusal('INTERNAL')),
    this.get('/memories/our-year', () => ({ proposal: null })),
    this.get('/users/profile', () => this.user),
    this.get('/users/settings', () => DEFAULT_SETTINGS),
    this.get('/users/push', () => ({ publicKey: null, subscribed: false })),
    this.get('/partners/status', () => this.status),
    this.get('/partners/bio', () => ({ bio: this.partnerBio })),
    this.get('/partners/requests', () => this.requests),
    this.get('/partners/requests/sent', () => []),
    this.get('/partners/search', (request) => {
      this.searches.push(new URL(request.url).searchParams.get('q') ?? '');
      return [stranger];
    }),
    http.patch('*/api/partners/requests/:id', ({ request }) =>
      this.known(request, () => {
        this.requests = [];
        this.linked = true;
        return data({ partner, couple: this.status.couple, request: null });
      }),
    ),
    http.delete('*/api/partners/unlink', ({ request }) =>
      this.known(request, () => {
        this.linked = false;
        return data({ done: true });
      }),
    ),
    this.get('/auth/sessions', () => []),
    this.get('/users/two-factor', () => ({ enabled: false, since: null, recoveryCodesLeft: 0 })),
    this.get('/partners/blocked', () => []),
    this.get('/users/passkeys', () => []),
    this.get('/users/export', () => this.dataExport),
    this.get('/partners/storage', () => ({
      quota: LIMITS.coupleBytes,
      used: 0,
      messages: 0,
      memories: 0,
      challenges: 0,
      stories: 0,
    })),
    this.get('/users/restitutions', () => ({ restitutions: this.restitutions })),
    http.post('*/api/users/restitutions/:id/link', async ({ request, params: { id } }) => {
      const { password } = Object(await request.clone().json());
      if (password !== 'Right1') return refusal('WRONG_PASSWORD');
      return this.known(request, () =>
        data({ url: `/api/media/restitutions/${String(id)}`, expiresAt: new Date().toISOString() }),
      );
    }),
    http.post('*/api/users/export/link', ({ request }) =>
      this.known(request, () => data({ url: '/api/media/exports/a.b.c', expiresAt: new Date().toISOString() })),
    ),
    http.post('*/api/users/export', async ({ request }) => {
      const { password, passkey } = Object(await request.clone().json());
      if (passkey === undefined && password !== 'Right1') return refusal('WRONG_PASSWORD');
      return this.known(request, () => {
        this.dataExport = { ...this.dataExport, status: 'preparing', requestedAt: new Date().toISOString() };
        return data(this.dataExport);
      });
    }),
    this.get('/notifications', () => []),
    this.get('/activity', () => []),
    this.get('/daily-question/today', () => this.daily),
    this.get('/daily-question/history', () => []),
    this.get('/daily-question/preferences', () => this.dailyPreferences),
    this.get('/questions', () => []),
    this.get('/partners/dates', () => this.dates),
    this.get('/nudges', () => this.nudges),
    this.get('/moods', () => this.moods),
    this.get('/stats/:of', () => ({ memoriesCreated: 0, messagesSent: 3, challengesCompleted: 0, daysTogether: 9 })),
    this.get('/messages/conversation', () => ({
      chatId: 'c1',
      messages: [],
      markers: [],
      settings: { disappearAfter: null, rev: 0 },
      asOf: 0,
      hasMore: false,
      unread: 0,
    })),
    this.get('/messages/unread-count', () => ({ count: this.unread })),
    this.get('/messages/sync', (request) => {
      const after = Number(new URL(request.url).searchParams.get('after'));
      return { chatId: 'c1', changes: [], after, upTo: after, asOf: after, hasMore: false };
    }),
    this.get('/messages/draft', () => ({
      chatId: 'c1',
      content: '',
      replyTo: null,
      version: 0,
      updatedAt: new Date(0).toISOString(),
    })),
    this.get('/messages/scheduled', () => []),
    this.get('/messages/pinned', () => []),
    this.get('/memories/on-this-day', () => ({
      enabled: true,
      day: '2026-11-21',
      until: '2126-11-22T00:00:00.000Z',
      items: [],
      memories: [],
    })),
    this.get('/memories/on-this-day/exclusions', () => ({ enabled: true, exclusions: [] })),
  ];
}
