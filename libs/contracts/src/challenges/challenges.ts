import { defineRpc, returns } from '../bus/rpc.js';
import {
  ChallengeIdDto,
  ChallengeListQueryDto,
  ChangeChallengeByIdDto,
  ExtendChallengeByIdDto,
  ProposeChallengeDto,
  ReflectOnChallengeByIdDto,
  RespondToChallengeByIdDto,
} from './inputs.js';
import type { ChallengeList, ChallengeView, RemovedChallenge } from './views.js';

const ofOne = ['NO_PARTNER', 'CHALLENGE_NOT_FOUND'] as const;
const ofPress = [...ofOne, 'CHALLENGE_STATE', 'NOT_YOURS'] as const;

export const listChallenges = defineRpc({
  subject: 'challenges.challenge.list',
  access: 'user',
  request: ChallengeListQueryDto,
  returns: returns<ChallengeList>(),
  errors: ['NO_PARTNER'],
});

/** Proposes a challenge. It starts when the partner accepts, within 14 days. */
export const proposeChallenge = defineRpc({
  subject: 'challenges.challenge.propose',
  access: 'user',
  request: ProposeChallengeDto,
  returns: returns<ChallengeView>(),
  errors: ['NO_PARTNER', 'TEMPLATE_NOT_FOUND', 'TOO_MANY_CHALLENGES'],
});

export const getChallenge = defineRpc({
  subject: 'challenges.challenge.get',
  access: 'user',
  request: ChallengeIdDto,
  returns: returns<ChallengeView>(),
  errors: ofOne,
});

/** Its proposer changes a proposal. VERSION_CONFLICT carries the challenge as it is. */
export const changeChallenge = defineRpc({
  subject: 'challenges.challenge.change',
  access: 'user',
  request: ChangeChallengeByIdDto,
  returns: returns<ChallengeView>(),
  errors: [...ofPress, 'VERSION_CONFLICT'],
});

/** The partner accepts or rejects a proposal. */
export const respondToChallenge = defineRpc({
  subject: 'challenges.challenge.respond',
  access: 'user',
  request: RespondToChallengeByIdDto,
  returns: returns<ChallengeView>(),
  errors: ofPress,
});

/** Moves the due date of a running challenge further ahead. */
export const extendChallenge = defineRpc({
  subject: 'challenges.challenge.extend',
  access: 'user',
  request: ExtendChallengeByIdDto,
  returns: returns<ChallengeView>(),
  errors: ofPress,
});

const press = <const Noun extends string>(noun: Noun) =>
  defineRpc({
    subject: `challenges.challenge.${noun}`,
    access: 'user',
    request: ChallengeIdDto,
    returns: returns<ChallengeView>(),
    errors: ofPress,
  });

/** Stops the clock for 30 days at most. */
export const pauseChallenge = press('pause');
/** Ends the pause; due date and openings move by its length. */
export const resumeChallenge = press('resume');
/** Withdraws the own proposal, or stops a running challenge. */
export const cancelChallenge = press('cancel');
/** Ends an overdue challenge. */
export const letGoChallenge = press('let-go');

/** Gives the caller's reflection on a completed challenge; it can be replaced until both are in. */
export const reflectOnChallenge = defineRpc({
  subject: 'challenges.challenge.reflect',
  access: 'user',
  request: ReflectOnChallengeByIdDto,
  returns: returns<ChallengeView>(),
  errors: ofPress,
});

/**
 * Deletes an ended challenge. Where it contains words of the partner both must agree: the first call records the request and
 * answers PARTNER_CONTENT.
 */
export const deleteChallenge = defineRpc({
  subject: 'challenges.challenge.delete',
  access: 'user',
  request: ChallengeIdDto,
  returns: returns<RemovedChallenge>(),
  errors: [...ofPress, 'PARTNER_CONTENT'],
});
