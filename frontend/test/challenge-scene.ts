import type { ChallengeStepView, ChallengeTemplateView, ChallengeView } from '@duet/contracts';
import { HttpResponse, http } from 'msw';
import { refusal } from './api-server.js';
import { me, partner } from './chat-server.js';
import { remember, useApi } from './pages.js';

export const NOW = '2026-11-20T10:00:00.000Z';

export const aStep = (given: Partial<ChallengeStepView> = {}): ChallengeStepView => ({
  _id: 's1',
  title: 'Write three compliments',
  description: '',
  type: 'answer',
  who: 'both',
  proof: 'text',
  reveal: 'when_both',
  opensAt: NOW,
  state: 'todo',
  parts: [],
  skipAskedBy: null,
  actions: ['complete', 'skip'],
  ...given,
});

export const aChallenge = (given: Partial<ChallengeView> = {}): ChallengeView => ({
  _id: 'h1',
  coupleId: 'c1',
  templateId: null,
  title: 'Below the surface',
  description: '',
  category: 'talk',
  proposedBy: partner._id,
  status: 'active',
  overdue: false,
  createdAt: NOW,
  updatedAt: NOW,
  startAt: NOW,
  dueAt: null,
  pausedAt: null,
  lapsesAt: null,
  completedAt: null,
  note: null,
  completionRule: 'all',
  progress: { done: 0, total: 1 },
  points: 0,
  capsuleId: null,
  deleteConfirmedBy: [],
  version: 1,
  actions: ['pause', 'cancel'],
  steps: [aStep()],
  access: { epoch: 0, seconds: 60 },
  reflections: [],
  ...given,
});

export const aTemplate = (id: string, given: Partial<ChallengeTemplateView> = {}): ChallengeTemplateView => ({
  _id: id,
  title: id,
  description: 'A description',
  category: 'talk',
  minutes: 10,
  steps: [{ title: 'Do it', type: 'do', who: 'both', proof: 'none', reveal: 'at_once' }],
  completionRule: 'all',
  distanceOk: true,
  intensity: 1,
  author: 'app',
  createdBy: null,
  version: 0,
  ...given,
});

interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

export const mine = (text: string | null) => ({ user: me._id, text, attachments: [], hidden: false, doneAt: NOW });

export const data = (value: unknown, more = {}) => HttpResponse.json({ success: true, data: value, ...more });

/** A press as the server receives it. */
interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** A server with challenges. Each test begins with one that is active. */
interface ChallengeScene {
  http: ReturnType<typeof useApi>['http'];
  /** The challenge `h1` as the server has it. */
  challenge: ChallengeView;
  /** The list of challenges. */
  current: ChallengeView[];
  templates: ChallengeTemplateView[];
  sent: Sent[];
  /** Answers the next presses instead of the fake server, one each. */
  refusals: Response[];
  /** Records each press and answers with what `change` makes of the challenge. */
  onPress: (change: (press: Sent) => ChallengeView | void) => void;
}

export function useChallenges(): ChallengeScene {
  const server = useApi();
  const scene: ChallengeScene = {
    http: server.http,
    challenge: aChallenge(),
    current: [],
    templates: [],
    sent: [],
    refusals: [],
    onPress(change) {
      const answer = async ({ request }: { request: Request }): Promise<Response> => {
        const text = await request.text();
        const body: Record<string, unknown> = text === '' ? {} : Object(JSON.parse(text));
        const path = new URL(request.url).pathname.replace('/api/challenges', '');
        const press = { method: request.method, path, body };
        scene.sent.push(press);
        const refused = scene.refusals.shift();
        if (refused) return refused;
        const { challenge } = scene;
        scene.challenge = { ...(change(press) ?? challenge), version: challenge.version + 1 };
        return data(scene.challenge);
      };
      server.http.use(
        http.post('*/api/challenges', answer),
        http.post('*/api/challenges/:id/*', answer),
        http.patch('*/api/challenges/:id/*', answer),
        http.delete('*/api/challenges/:id/*', answer),
      );
    },
  };
  beforeEach(() => {
    const challenge = aChallenge();
    const templates = [
      aTemplate('Only song titles', { category: 'play' }),
      aTemplate('A guarded break', { category: 'care', minutes: 40, distanceOk: false }),
    ];
    Object.assign(scene, { challenge, current: [challenge], templates, sent: [], refusals: [] });
    remember(server.api);
    server.http.use(
      http.get('*/api/challenges', () => data(scene.current, { nextCursor: null })),
      http.get('*/api/challenges/h1', () => data(scene.challenge)),
      http.get('*/api/challenges/h2', () => refusal('CHALLENGE_NOT_FOUND')),
      http.get('*/api/challenges/templates', () => data(scene.templates)),
    );
    scene.onPress(() => undefined);
  });
  return scene;
}
