import {
  type AccountView,
  type Call,
  CancelEmailChangeDto,
  ChangeEmailDto,
  ChangePasswordDto,
  DEFAULT_SETTINGS,
  DeleteAccountDto,
  type Done,
  DONE,
  ForgotPasswordDto,
  LoginDto,
  LogoutDto,
  MailedTokenDto,
  NamedAccountDto,
  NoInput,
  type PartnerStatus,
  PasskeyProofDto,
  type PasskeyRequestOptions,
  PersonSettledDto,
  ProvePasswordDto,
  type RecoveryCodes,
  RefreshTokenDto,
  RegisterDto,
  ResendVerificationDto,
  ResetPasswordDto,
  type RevokedSession,
  RevokedSinceDto,
  type RpcDefinition,
  SecondFactorCodeDto,
  type SecondFactorRemoval,
  type SecondFactorSetup,
  type SecondFactorView,
  type SessionsEnded,
  type SessionView,
  type Settings,
  type SettingsSaved,
  type SignedIn,
  type Tokens,
  UpdateProfileDto,
  UpdateSettingsDto,
  VerifyEmailDto,
  askPasskeyConfirm,
  askPasskeySignIn,
  askSecondFactorRemoval,
  beginSecondFactorRemoval,
  cancelEmailChange,
  cancelEmailChangeByLink,
  cancelSecondFactorRemoval,
  changeEmail,
  changePassword,
  confirmPasskey,
  deleteAccount,
  disableSecondFactor,
  enableSecondFactor,
  forgotPassword,
  getPartnerStatus,
  getProfile,
  getSecondFactor,
  getSettings,
  keepSecondFactor,
  listRevokedSessions,
  listSessions,
  login,
  logout,
  personSettled,
  recogniseDevice,
  refreshSession,
  registerAccount,
  renewRecoveryCodes,
  reportSignInAttempts,
  resendVerification,
  resetPassword,
  revokeOtherSessions,
  setUpSecondFactor,
  signInWithPasskey,
  updateProfile,
  updateSettings,
  verifyEmail,
  UnsubscribeDto,
  unsubscribeByLink,
} from '@duet/contracts';
import { BaseConfig, KitModule, LivePush, Rpc, createService } from '@duet/service-kit';
import { processSettings } from '@duet/testing';
import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';

/** The state of the fake peers: the answers they give and the calls they received. */
export class PeerState {
  calls: { subject: string; actor: string | null; ip: string; device?: string; input: object }[] = [];
  /** Device tokens with the e-mail address of the account that the browser has signed in to. */
  devices = new Map<string, string>();
  revoked: RevokedSession[] = [];
  signedIn!: SignedIn;
  account!: AccountView;
  status: PartnerStatus = { hasPartner: false, partner: null, couple: null, nickname: null, pendingRequests: 0 };
  /** Calls of these subjects fail with the error. */
  refusals = new Map<string, Error>();

  record<Answer>({ subject }: RpcDefinition<object, Answer>, call: Call, input: object, answer: Answer): Answer {
    this.calls.push({
      subject,
      actor: call.actor?.userId ?? null,
      ip: call.client.ip,
      ...(call.client.device && { device: call.client.device }),
      input: { ...input },
    });
    const refusal = this.refusals.get(subject);
    if (refusal) throw refusal;
    return answer;
  }

  subjects(): string[] {
    return this.calls.map(({ subject }) => subject);
  }
}

const ASKED: PasskeyRequestOptions = {
  rpId: 'localhost',
  challenge: 'AAAA',
  timeout: 300_000,
  userVerification: 'required',
};

@Controller()
class AuthPeer {
  constructor(@Inject(PeerState) private readonly state: PeerState) {}

  @Rpc(registerAccount) async register(call: Call, dto: RegisterDto): Promise<SignedIn> {
    return this.state.record(registerAccount, call, dto, this.state.signedIn);
  }
  @Rpc(login) async login(call: Call, dto: LoginDto): Promise<SignedIn> {
    return this.state.record(login, call, dto, this.state.signedIn);
  }
  @Rpc(recogniseDevice) async recognise(call: Call, dto: NamedAccountDto): Promise<{ recognised: boolean }> {
    return this.state.record(recogniseDevice, call, dto, {
      recognised: this.state.devices.get(call.client.device ?? '') === dto.email,
    });
  }
  @Rpc(reportSignInAttempts) async reportAttempts(call: Call, dto: NamedAccountDto): Promise<Done> {
    return this.state.record(reportSignInAttempts, call, dto, DONE);
  }
  @Rpc(askPasskeySignIn) async askPasskey(call: Call, dto: NoInput): Promise<PasskeyRequestOptions> {
    return this.state.record(askPasskeySignIn, call, dto, ASKED);
  }
  @Rpc(signInWithPasskey) async passkey(call: Call, dto: PasskeyProofDto): Promise<SignedIn> {
    return this.state.record(signInWithPasskey, call, dto, this.state.signedIn);
  }
  @Rpc(askPasskeyConfirm) async askConfirm(call: Call<'user'>, dto: NoInput): Promise<PasskeyRequestOptions> {
    return this.state.record(askPasskeyConfirm, call, dto, ASKED);
  }
  @Rpc(confirmPasskey) async confirm(call: Call<'user'>, dto: PasskeyProofDto): Promise<Done> {
    return this.state.record(confirmPasskey, call, dto, DONE);
  }
  @Rpc(resetPassword) async reset(call: Call, dto: ResetPasswordDto): Promise<SignedIn> {
    return this.state.record(resetPassword, call, dto, this.state.signedIn);
  }
  @Rpc(refreshSession) async refresh(call: Call, dto: RefreshTokenDto): Promise<Tokens> {
    return this.state.record(refreshSession, call, dto, { token: 'next', refreshToken: 'next-refresh' });
  }
  @Rpc(logout) async logout(call: Call, dto: LogoutDto): Promise<Done> {
    return this.state.record(logout, call, dto, DONE);
  }
  @Rpc(forgotPassword) async forgot(call: Call, dto: ForgotPasswordDto): Promise<Done> {
    return this.state.record(forgotPassword, call, dto, DONE);
  }
  @Rpc(verifyEmail) async verify(call: Call, dto: VerifyEmailDto): Promise<Done> {
    return this.state.record(verifyEmail, call, dto, DONE);
  }
  @Rpc(cancelEmailChangeByLink) async cancelEmailChangeByLink(call: Call, dto: CancelEmailChangeDto): Promise<Done> {
    return this.state.record(cancelEmailChangeByLink, call, dto, DONE);
  }
  @Rpc(unsubscribeByLink) async unsubscribeByLink(call: Call, dto: UnsubscribeDto): Promise<Done> {
    return this.state.record(unsubscribeByLink, call, dto, DONE);
  }
  @Rpc(resendVerification) async resend(call: Call, dto: ResendVerificationDto): Promise<Done> {
    return this.state.record(resendVerification, call, dto, DONE);
  }
  @Rpc(getProfile) async profile(call: Call<'user'>, dto: NoInput): Promise<AccountView> {
    return this.state.record(getProfile, call, dto, this.state.account);
  }
  @Rpc(updateProfile) async updateProfile(call: Call<'user'>, dto: UpdateProfileDto): Promise<AccountView> {
    return this.state.record(updateProfile, call, dto, this.state.account);
  }
  @Rpc(changePassword) async changePassword(call: Call<'user'>, dto: ChangePasswordDto): Promise<Done> {
    return this.state.record(changePassword, call, dto, DONE);
  }
  @Rpc(changeEmail) async changeEmail(call: Call<'user'>, dto: ChangeEmailDto): Promise<AccountView> {
    return this.state.record(changeEmail, call, dto, { ...this.state.account, pendingEmail: dto.email });
  }
  @Rpc(cancelEmailChange) async cancelEmailChange(call: Call<'user'>, dto: NoInput): Promise<AccountView> {
    return this.state.record(cancelEmailChange, call, dto, this.state.account);
  }
  @Rpc(getSecondFactor) async secondFactor(call: Call<'user'>, dto: NoInput): Promise<SecondFactorView> {
    return this.state.record(getSecondFactor, call, dto, { enabled: false, since: null, recoveryCodesLeft: 0 });
  }
  @Rpc(setUpSecondFactor) async setUpSecondFactor(
    call: Call<'user'>,
    dto: ProvePasswordDto,
  ): Promise<SecondFactorSetup> {
    return this.state.record(setUpSecondFactor, call, dto, { secret: 'ABC', uri: 'otpauth://totp/Duet' });
  }
  @Rpc(enableSecondFactor) async enableSecondFactor(
    call: Call<'user'>,
    dto: SecondFactorCodeDto,
  ): Promise<RecoveryCodes> {
    return this.state.record(enableSecondFactor, call, dto, { recoveryCodes: ['abcde-fghij'] });
  }
  @Rpc(renewRecoveryCodes) async renewCodes(call: Call<'user'>, dto: ProvePasswordDto): Promise<RecoveryCodes> {
    return this.state.record(renewRecoveryCodes, call, dto, { recoveryCodes: ['abcde-fghij'] });
  }
  @Rpc(disableSecondFactor) async disableSecondFactor(call: Call<'user'>, dto: ProvePasswordDto): Promise<Done> {
    return this.state.record(disableSecondFactor, call, dto, DONE);
  }
  @Rpc(askSecondFactorRemoval) async askRemoval(call: Call, dto: NamedAccountDto): Promise<Done> {
    return this.state.record(askSecondFactorRemoval, call, dto, DONE);
  }
  @Rpc(beginSecondFactorRemoval) async beginRemoval(call: Call, dto: MailedTokenDto): Promise<SecondFactorRemoval> {
    return this.state.record(beginSecondFactorRemoval, call, dto, { removalAt: '2026-12-01T12:00:00.000Z' });
  }
  @Rpc(keepSecondFactor) async keepFactor(call: Call, dto: MailedTokenDto): Promise<Done> {
    return this.state.record(keepSecondFactor, call, dto, DONE);
  }
  @Rpc(cancelSecondFactorRemoval) async cancelRemoval(call: Call<'user'>, dto: NoInput): Promise<AccountView> {
    return this.state.record(cancelSecondFactorRemoval, call, dto, this.state.account);
  }
  @Rpc(deleteAccount) async deleteAccount(call: Call<'user'>, dto: DeleteAccountDto): Promise<Done> {
    return this.state.record(deleteAccount, call, dto, DONE);
  }
  @Rpc(getSettings) async settings(call: Call<'user'>, dto: NoInput): Promise<Settings> {
    return this.state.record(getSettings, call, dto, DEFAULT_SETTINGS);
  }
  @Rpc(updateSettings) async updateSettings(call: Call<'user'>, dto: UpdateSettingsDto): Promise<SettingsSaved> {
    const published = dto.settings.privacy ? { userId: call.actor.userId, version: 7 } : null;
    return this.state.record(updateSettings, call, dto, { settings: DEFAULT_SETTINGS, published });
  }
  @Rpc(listSessions) async sessions(call: Call<'user'>, dto: NoInput): Promise<SessionView[]> {
    return this.state.record(listSessions, call, dto, []);
  }
  @Rpc(revokeOtherSessions) async revokeOthers(call: Call<'user'>, dto: NoInput): Promise<SessionsEnded> {
    return this.state.record(revokeOtherSessions, call, dto, { ended: 2 });
  }
  @Rpc(listRevokedSessions) async revoked(_call: Call, _dto: RevokedSinceDto): Promise<RevokedSession[]> {
    return this.state.revoked;
  }
}

@Controller()
class PairingPeer {
  constructor(@Inject(PeerState) private readonly state: PeerState) {}

  @Rpc(getPartnerStatus) async status(call: Call<'user'>, dto: NoInput): Promise<PartnerStatus> {
    return this.state.record(getPartnerStatus, call, dto, this.state.status);
  }
  @Rpc(personSettled) async settled(call: Call, dto: PersonSettledDto): Promise<Done> {
    return this.state.record(personSettled, call, dto, DONE);
  }
}

/** Starts fake peers in place of auth and pairing. */
export async function startPeers(
  nats: string,
  publicKeys: string,
  publicKeysFile?: string,
): Promise<{ state: PeerState; live: LivePush; app: INestMicroservice }> {
  const state = new PeerState();
  const config = Object.assign(new BaseConfig(), {
    ...processSettings(nats, publicKeys),
    JWT_PUBLIC_KEYS_FILE: publicKeysFile,
  });
  @Module({
    imports: [KitModule.forRoot({ process: 'peers' }, config)],
    controllers: [AuthPeer, PairingPeer],
    providers: [{ provide: PeerState, useValue: state }],
  })
  class Peers {}
  const app = await createService(Peers, 'peers', config);
  await app.listen();
  return { state, live: app.get(LivePush), app };
}
