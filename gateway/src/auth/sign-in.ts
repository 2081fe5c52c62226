import { type AccountView, type AuthResponse, type PartnerStatus, type SignedIn, type UserView, getPartnerStatus } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';

/** How long a sign-in waits for pairing, in milliseconds. */
const PATIENCE = 2_000;

const UNKNOWN: Pick<PartnerStatus, 'partner' | 'couple'> = { partner: null, couple: null };

/** Joins what auth knows of a person with what pairing knows. */
@Injectable()
export class SignIn {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** The account with its link, as `context`'s caller sees it; both are asked for at the same time. */
  async user(context: CallContext, account: AccountView | Promise<AccountView>): Promise<UserView> {
    const [known, status] = await Promise.all([account, this.rpc.call(getPartnerStatus, context, {})]);
    return userView(known, status);
  }

  /**
   * What a person gets who has just signed in. The link is best effort: whoever has the password gets in also while
   * pairing is away, as if there were no partner; the client asks for the link by itself and goes on asking.
   */
  async answer(context: CallContext, signedIn: SignedIn): Promise<AuthResponse> {
    const status = await this.rpc.call(getPartnerStatus, { ...context, token: signedIn.token }, {}, PATIENCE).catch(() => UNKNOWN);
    return authResponse(signedIn, userView(signedIn.account, status));
  }

  /** Nobody is linked at birth. */
  newcomer(signedIn: SignedIn): AuthResponse {
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
