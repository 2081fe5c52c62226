import { type LinkOutcome, getPartnerStatus, sendPartnerRequest } from '@duet/contracts';
import { AppError } from '@duet/service-kit';
import { eventually } from '@duet/testing';
import type { TestUser } from './running-pairing.js';

/** How often a test repeats a race that either side may win. */
export const ROUNDS = 8;

export const ask = async (from: TestUser, to: TestUser): Promise<string> => {
  const { request } = await eventually(() => from.call(sendPartnerRequest, { receiverId: to.id }));
  if (!request) throw new Error('no request was made');
  return request.id;
};

interface Outcome<T> {
  done: T[];
  refused: string[];
}

/** A lock that is not free within two seconds is refused as UNAVAILABLE, and the client repeats the call. */
const insist = <T>(call: () => Promise<T>): Promise<PromiseSettledResult<T>> =>
  eventually(async () => {
    const [outcome] = await Promise.allSettled([call()]);
    if (outcome.status === 'rejected' && outcome.reason instanceof AppError && outcome.reason.code === 'UNAVAILABLE')
      throw outcome.reason;
    return outcome;
  });

/** Runs all calls at once, as clients do. @returns the answers and the codes of the refusals */
export async function race<T>(calls: (() => Promise<T>)[]): Promise<Outcome<T>> {
  const outcomes = await Promise.all(calls.map(insist));
  const outcome: Outcome<T> = { done: [], refused: [] };
  for (const one of outcomes) {
    if (one.status === 'fulfilled') outcome.done.push(one.value);
    else outcome.refused.push(one.reason instanceof AppError ? one.reason.code : String(one.reason));
  }
  return outcome;
}

export const idsOf = (outcomes: LinkOutcome[]): Set<string | undefined> =>
  new Set(outcomes.map(({ couple }) => couple?._id));

export const expectOnly = (codes: string[], allowed: string[]): void =>
  expect(codes.filter((code) => !allowed.includes(code))).toEqual([]);

/** Expects partner(a) = b if and only if partner(b) = a. */
export async function expectConsistent(people: TestUser[]): Promise<void> {
  for (const person of people) {
    const { partner } = await person.call(getPartnerStatus, {});
    const other = people.find(({ id }) => id === partner?._id);
    expect(Boolean(partner)).toBe(Boolean(other));
    if (other) expect(await other.call(getPartnerStatus, {})).toMatchObject({ partner: { _id: person.id } });
  }
}
