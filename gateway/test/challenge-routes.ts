import {
  DONE,
  type ErrorCode,
  cancelChallenge,
  changeChallenge,
  changeTemplate,
  completeStep,
  deleteChallenge,
  deleteTemplate,
  extendChallenge,
  getChallenge,
  letGoChallenge,
  listBadges,
  listChallenges,
  listTemplates,
  pauseChallenge,
  proposeChallenge,
  reflectOnChallenge,
  respondToChallenge,
  resumeChallenge,
  skipStep,
  undoStep,
  writeTemplate,
} from '@duet/contracts';
import { BADGES, CHALLENGE, ID, STEP, TEMPLATE } from './challenge-peers.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Route {
  method: Method;
  path: string;
  call: { subject: string };
  body?: object;
  status?: number;
  data: unknown;
  /** The service's arguments beside the body. */
  asked?: object;
  /** An error of this route alone. */
  refusal: ErrorCode;
}

export const step = { title: 'Take a walk', type: 'do', who: 'either', proof: 'none', reveal: 'at_once' };
export const proposal = { title: 'A week outside', category: 'adventure', steps: [step], clientId: ID };
export const template = {
  title: 'Cook together',
  category: 'care',
  minutes: 60,
  distanceOk: false,
  intensity: 1,
  steps: [step],
  completionRule: 'all',
  clientId: ID,
};

const press = (name: string, call: { subject: string }): Route => ({
  method: 'POST',
  path: `/${ID}/${name}`,
  call,
  data: CHALLENGE,
  asked: { id: ID },
  refusal: 'CHALLENGE_STATE',
});

export const ROUTES: Route[] = [
  { method: 'GET', path: '', call: listChallenges, data: [CHALLENGE], refusal: 'NO_PARTNER' },
  {
    method: 'POST',
    path: '',
    call: proposeChallenge,
    body: proposal,
    status: 201,
    data: CHALLENGE,
    refusal: 'TOO_MANY_CHALLENGES',
  },
  {
    method: 'GET',
    path: `/${ID}`,
    call: getChallenge,
    data: CHALLENGE,
    asked: { id: ID },
    refusal: 'CHALLENGE_NOT_FOUND',
  },
  {
    method: 'PATCH',
    path: `/${ID}`,
    call: changeChallenge,
    body: { title: 'Outside', version: 2 },
    data: CHALLENGE,
    asked: { id: ID },
    refusal: 'VERSION_CONFLICT',
  },
  {
    method: 'DELETE',
    path: `/${ID}`,
    call: deleteChallenge,
    data: DONE,
    asked: { id: ID },
    refusal: 'PARTNER_CONTENT',
  },
  {
    method: 'PATCH',
    path: `/${ID}/respond`,
    call: respondToChallenge,
    body: { action: 'accept', note: 'Gladly' },
    data: CHALLENGE,
    asked: { id: ID },
    refusal: 'NOT_YOURS',
  },
  press('pause', pauseChallenge),
  press('resume', resumeChallenge),
  press('cancel', cancelChallenge),
  press('let-go', letGoChallenge),
  { ...press('extend', extendChallenge), body: { dueAt: '2026-12-24T12:00:00Z' } },
  { ...press('reflection', reflectOnChallenge), body: { text: 'Lovely', mood: 5 } },
  {
    method: 'POST',
    path: `/${ID}/steps/${STEP}/complete`,
    call: completeStep,
    body: { text: 'By the sea', clientId: ID },
    data: CHALLENGE,
    asked: { id: ID, stepId: STEP },
    refusal: 'STEP_NOT_OPEN',
  },
  {
    method: 'DELETE',
    path: `/${ID}/steps/${STEP}/complete`,
    call: undoStep,
    data: CHALLENGE,
    asked: { id: ID, stepId: STEP },
    refusal: 'STEP_NOT_FOUND',
  },
  {
    method: 'POST',
    path: `/${ID}/steps/${STEP}/skip`,
    call: skipStep,
    data: CHALLENGE,
    asked: { id: ID, stepId: STEP },
    refusal: 'ALREADY_DONE',
  },
  { method: 'GET', path: '/templates', call: listTemplates, data: [TEMPLATE], refusal: 'NO_PARTNER' },
  {
    method: 'POST',
    path: '/templates',
    call: writeTemplate,
    body: template,
    status: 201,
    data: TEMPLATE,
    refusal: 'TOO_MANY_TEMPLATES',
  },
  {
    method: 'PATCH',
    path: `/templates/${ID}`,
    call: changeTemplate,
    body: { title: 'Bake together', version: 1 },
    data: TEMPLATE,
    asked: { id: ID },
    refusal: 'TEMPLATE_NOT_FOUND',
  },
  {
    method: 'DELETE',
    path: `/templates/${ID}`,
    call: deleteTemplate,
    data: DONE,
    asked: { id: ID },
    refusal: 'NOT_YOURS',
  },
  {
    method: 'GET',
    path: '/badges',
    call: listBadges,
    data: BADGES,
    asked: { daysTogether: 9, rhythm: 30, capsules: 4, reveals: 1 },
    refusal: 'NO_PARTNER',
  },
];
