import { type AccountView, type AuthResponse, type PartnerStatus, type SignedIn, type UserView, getPartnerStatus } from '@duet/contracts';
import { type CallContext, RpcClient } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';

/** Joins what auth knows of a person with what pairing knows. */
@Injectable()
export class SignIn {
  constructor(@Inject(RpcClient) private readonly rpc: RpcClient) {}

  /** The account with its link, as `context`'s caller sees it; both are asked for at the same time. */
  async user(context: CallContext, account: AccountView | Promise<AccountView>): Promise<UserView> {
    const [known, status] = await Promise.all([account, this.rpc.call(getPartnerStatus, context, {})]);
    return userView(known, status);
  }

  /** What a person gets who has just signed in. */
  async answer(context: CallContext, signedIn: SignedIn): Promise<AuthResponse> {
    return authResponse(signedIn, await this.user({ ...context, token: signedIn.token }, signedIn.account));
  }

  /** Nobody is linked at birth. */
  newcomer(signedIn: SignedIn): AuthResponse {
    return authResponse(signedIn, { ...signedIn.account, partner: null, partnershipDate: null });
  }
}

const userView = (account: AccountView, { partner, couple }: PartnerStatus): UserView => ({
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
