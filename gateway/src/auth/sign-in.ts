import {
  type AccountView,
  type AuthResponse,
  type PartnerStatus,
  type SignedIn,
  type UserView,
  getPartnerStatus,
} from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { GatewayConfig } from '../config.js';
import { setDeviceCookie } from '../http/device-cookie.js';

/** Milliseconds that a sign-in waits for pairing. */
const STATUS_TIMEOUT = 2_000;

const UNKNOWN: Pick<PartnerStatus, 'partner' | 'couple'> = { partner: null, couple: null };

/** Composes the user view from auth's account and pairing's couple. */
@Injectable()
export class SignIn {
  private readonly secure: boolean;

  constructor(
    @Inject(RpcClient) private readonly rpc: RpcClient,
    @Inject(GatewayConfig) config: GatewayConfig,
  ) {
    this.secure = new URL(config.APP_ORIGIN).protocol === 'https:';
  }

  /** The caller's account with partner and couple. Auth and pairing are called in parallel. */
  async loadUser(context: CallContext, account: AccountView | Promise<AccountView>): Promise<UserView> {
    const [known, status] = await Promise.all([account, this.rpc.call(getPartnerStatus, context, {})]);
    return userView(known, status);
  }

  /**
   * The answer to a sign-in. The partner is best effort: while pairing is unavailable, a sign-in succeeds without one and
   * the client fetches the partner later.
   */
  async answerSignIn(context: CallContext, signedIn: SignedIn, reply: FastifyReply): Promise<AuthResponse> {
    setDeviceCookie(reply, signedIn.deviceToken, this.secure);
    const status = await this.rpc
      .call(getPartnerStatus, { ...context, token: signedIn.token }, {}, STATUS_TIMEOUT)
      .catch(() => UNKNOWN);
    return authResponse(signedIn, userView(signedIn.account, status));
  }

  /** The answer to a registration. A new account has no partner. */
  answerRegistration(signedIn: SignedIn, reply: FastifyReply): AuthResponse {
    setDeviceCookie(reply, signedIn.deviceToken, this.secure);
    return authResponse(signedIn, userView(signedIn.account, UNKNOWN));
  }
}

const userView = (account: AccountView, { partner, couple }: Pick<PartnerStatus, 'partner' | 'couple'>): UserView => ({
  ...account,
  partner,
  partnershipDate: couple?.linkedAt ?? null,
});

const authResponse = ({ token, refreshToken }: SignedIn, user: UserView): AuthResponse => ({
  success: true,
  user,
  token,
  refreshToken,
  partner: user.partner,
});
