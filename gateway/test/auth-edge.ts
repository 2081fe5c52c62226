import { randomUUID } from 'node:crypto';
import type { PartnerView } from '@duet/contracts';
import { accessToken, aUser, testKeys } from '@duet/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Edge, startEdge } from './edge.js';
import { startPeers } from './peers.js';

export interface Session {
  userId: string;
  sessionId: string;
  headers: { authorization: string };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Options {
  headers?: Record<string, string>;
  ip?: string;
  gateway?: NestFastifyApplication;
}

export const PARTNER: PartnerView = {
  _id: randomUUID(),
  id: 'p',
  firstName: 'Bob',
  lastName: 'Li',
  fullName: 'Bob Li',
  username: 'bob',
  avatar: null,
  email: 'bob@example.org',
};

/** An authenticator's answer. Only auth verifies its contents. */
export const PROOF = { id: 'AAAA', response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } };

let nextAddress = 0;

/** A new address for each call, so that rate limits by address do not interfere. */
export const anAddress = (): string => `10.1.${Math.floor((nextAddress += 1) / 250)}.${nextAddress % 250}`;

/** Starts a gateway with fake auth and pairing for the tests of a file. Each test gets another signed-in user as `me`. */
export function useAuthEdge() {
  const keys = testKeys();
  let edge: Edge<Awaited<ReturnType<typeof startPeers>>>;
  let me: Session;

  const aSession = (): Session => {
    const actor = { userId: randomUUID(), sessionId: randomUUID() };
    return { ...actor, headers: { authorization: `Bearer ${accessToken(keys, actor)}` } };
  };

  beforeAll(async () => {
    edge = await startEdge(keys, startPeers);
  });
  afterAll(() => edge.stop());

  beforeEach(() => {
    me = aSession();
    const { state } = edge.peers;
    const { firstName, lastName, username, email } = aUser();
    state.account = {
      _id: me.userId,
      id: me.userId,
      firstName,
      lastName,
      fullName: `${firstName} ${lastName}`,
      username,
      email,
      emailVerified: false,
      pendingEmail: null,
      secondFactorRemovalAt: null,
      bio: '',
      avatar: null,
      createdAt: new Date().toISOString(),
    };
    state.signedIn = {
      account: state.account,
      version: 1,
      token: me.headers.authorization.slice('Bearer '.length),
      refreshToken: 'refresh',
      deviceToken: 'D'.repeat(43),
    };
    state.status = { hasPartner: false, partner: null, couple: null, nickname: null, pendingRequests: 0 };
    state.calls = [];
    state.refusals.clear();
    state.devices.clear();
  });

  return {
    keys,
    aSession,
    get me() {
      return me;
    },
    get state() {
      return edge.peers.state;
    },
    get app() {
      return edge.app;
    },
    get live() {
      return edge.peers.live;
    },
    get nats() {
      return edge.nats;
    },
    get redis() {
      return edge.redis;
    },

    /** Gives the account a partner. */
    link(): void {
      const couple = {
        _id: 'c',
        chatId: 'c',
        linkedAt: '2026-02-14T00:00:00.000Z',
        timezone: 'UTC',
        togetherSince: '2026-02-14',
        togetherSinceVersion: 0,
        hiddenParts: [],
        version: 1,
      };
      edge.peers.state.status = { hasPartner: true, partner: PARTNER, couple, nickname: null, pendingRequests: 0 };
    },

    async ask(
      method: Method,
      path: string,
      body?: object,
      { headers = {}, ip = anAddress(), gateway = edge.app }: Options = {},
    ) {
      const answer = await gateway.inject({
        method,
        url: `/api${path}`,
        headers,
        remoteAddress: ip,
        ...(body && { payload: body }),
      });
      return {
        status: answer.statusCode,
        retryAfter: answer.headers['retry-after'],
        cookie: answer.headers['set-cookie'],
        body: answer.json(),
      };
    },
  };
}
