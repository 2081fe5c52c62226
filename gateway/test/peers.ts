import {
  type AccountView, type Call, ChangeEmailDto, ChangePasswordDto, DEFAULT_SETTINGS, DeleteAccountDto, type Done, DONE, ForgotPasswordDto,
  LoginDto, LogoutDto, NoInput, type PartnerStatus, PasskeyProofDto, type PasskeyRequestOptions, PersonSettledDto, ProvePasswordDto, type RecoveryCodes, RefreshTokenDto, RegisterDto,
  ResendVerificationDto, ResetPasswordDto, type RevokedSession, RevokedSinceDto, type RpcDefinition, SecondFactorCodeDto,
  type SecondFactorSetup, type SecondFactorView, type SessionsEnded, type SessionView, type Settings, type SettingsSaved, type SignedIn, type Tokens,
  UpdateProfileDto, UpdateSettingsDto, VerifyEmailDto, askPasskeyConfirm, askPasskeySignIn, cancelEmailChange, changeEmail, changePassword, confirmPasskey, deleteAccount,
  disableSecondFactor, enableSecondFactor, forgotPassword, getPartnerStatus, getProfile, getSecondFactor, getSettings, listRevokedSessions, listSessions, login,
  logout, personSettled, refreshSession, registerAccount, renewRecoveryCodes, resendVerification, resetPassword, revokeOtherSessions,
  setUpSecondFactor, signInWithPasskey, updateProfile, updateSettings, verifyEmail,
} from '@duet/contracts';
import { BaseConfig, KitModule, LivePush, Rpc, createService } from '@duet/service-kit';
import { Controller, Inject, type INestMicroservice, Module } from '@nestjs/common';

/** What the services behind the bus know and were asked. The gateway's own part is what is tested here. */
export class Known {
  asked: { subject: string; actor: string | null; ip: string; input: object }[] = [];
  revoked: RevokedSession[] = [];
  signedIn!: SignedIn;
  account!: AccountView;
  status: PartnerStatus = { hasPartner: false, partner: null, couple: null, nickname: null, pendingRequests: 0 };
  /** Thrown by the next call of this subject. */
  refuse = new Map<string, Error>();

  note<Answer>({ subject }: RpcDefinition<object, Answer>, call: Call, input: object, answer: Answer): Answer {
    this.asked.push({ subject, actor: call.actor?.userId ?? null, ip: call.client.ip, input: { ...input } });
    const refusal = this.refuse.get(subject);
    if (refusal) throw refusal;
    return answer;
  }

  subjects(): string[] {
    return this.asked.map(({ subject }) => subject);
  }
}

const ASKED: PasskeyRequestOptions = { rpId: 'localhost', challenge: 'AAAA', timeout: 300_000, userVerification: 'required' };

@Controller()
class AuthPeer {
  constructor(@Inject(Known) private readonly known: Known) {}

  @Rpc(registerAccount) async register(call: Call, dto: RegisterDto): Promise<SignedIn> {
    return this.known.note(registerAccount, call, dto, this.known.signedIn);
  }
  @Rpc(login) async login(call: Call, dto: LoginDto): Promise<SignedIn> {
    return this.known.note(login, call, dto, this.known.signedIn);
  }
  @Rpc(askPasskeySignIn) async askPasskey(call: Call, dto: NoInput): Promise<PasskeyRequestOptions> {
    return this.known.note(askPasskeySignIn, call, dto, ASKED);
  }
  @Rpc(signInWithPasskey) async passkey(call: Call, dto: PasskeyProofDto): Promise<SignedIn> {
    return this.known.note(signInWithPasskey, call, dto, this.known.signedIn);
  }
  @Rpc(askPasskeyConfirm) async askConfirm(call: Call<'user'>, dto: NoInput): Promise<PasskeyRequestOptions> {
    return this.known.note(askPasskeyConfirm, call, dto, ASKED);
  }
  @Rpc(confirmPasskey) async confirm(call: Call<'user'>, dto: PasskeyProofDto): Promise<Done> {
    return this.known.note(confirmPasskey, call, dto, DONE);
  }
  @Rpc(resetPassword) async reset(call: Call, dto: ResetPasswordDto): Promise<SignedIn> {
    return this.known.note(resetPassword, call, dto, this.known.signedIn);
  }
  @Rpc(refreshSession) async refresh(call: Call, dto: RefreshTokenDto): Promise<Tokens> {
    return this.known.note(refreshSession, call, dto, { token: 'next', refreshToken: 'next-refresh' });
  }
  @Rpc(logout) async logout(call: Call, dto: LogoutDto): Promise<Done> {
    return this.known.note(logout, call, dto, DONE);
  }
  @Rpc(forgotPassword) async forgot(call: Call, dto: ForgotPasswordDto): Promise<Done> {
    return this.known.note(forgotPassword, call, dto, DONE);
  }
  @Rpc(verifyEmail) async verify(call: Call, dto: VerifyEmailDto): Promise<Done> {
    return this.known.note(verifyEmail, call, dto, DONE);
  }
  @Rpc(resendVerification) async resend(call: Call, dto: ResendVerificationDto): Promise<Done> {
    return this.known.note(resendVerification, call, dto, DONE);
  }
  @Rpc(getProfile) async profile(call: Call<'user'>, dto: NoInput): Promise<AccountView> {
    return this.known.note(getProfile, call, dto, this.known.account);
  }
  @Rpc(updateProfile) async updateProfile(call: Call<'user'>, dto: UpdateProfileDto): Promise<AccountView> {
    return this.known.note(updateProfile, call, dto, this.known.account);
  }
  @Rpc(changePassword) async changePassword(call: Call<'user'>, dto: ChangePasswordDto): Promise<Done> {
    return this.known.note(changePassword, call, dto, DONE);
  }
  @Rpc(changeEmail) async changeEmail(call: Call<'user'>, dto: ChangeEmailDto): Promise<AccountView> {
    return this.known.note(changeEmail, call, dto, { ...this.known.account, pendingEmail: dto.email });
  }
  @Rpc(cancelEmailChange) async cancelEmailChange(call: Call<'user'>, dto: NoInput): Promise<AccountView> {
    return this.known.note(cancelEmailChange, call, dto, this.known.account);
  }
  @Rpc(getSecondFactor) async secondFactor(call: Call<'user'>, dto: NoInput): Promise<SecondFactorView> {
    return this.known.note(getSecondFactor, call, dto, { enabled: false, since: null, recoveryCodesLeft: 0 });
  }
  @Rpc(setUpSecondFactor) async setUpSecondFactor(call: Call<'user'>, dto: ProvePasswordDto): Promise<SecondFactorSetup> {
    return this.known.note(setUpSecondFactor, call, dto, { secret: 'ABC', uri: 'otpauth://totp/Duet' });
  }
  @Rpc(enableSecondFactor) async enableSecondFactor(call: Call<'user'>, dto: SecondFactorCodeDto): Promise<RecoveryCodes> {
    return this.known.note(enableSecondFactor, call, dto, { recoveryCodes: ['abcde-fghij'] });
  }
  @Rpc(renewRecoveryCodes) async renewCodes(call: Call<'user'>, dto: ProvePasswordDto): Promise<RecoveryCodes> {
    return this.known.note(renewRecoveryCodes, call, dto, { recoveryCodes: ['abcde-fghij'] });
  }
  @Rpc(disableSecondFactor) async disableSecondFactor(call: Call<'user'>, dto: ProvePasswordDto): Promise<Done> {
    return this.known.note(disableSecondFactor, call, dto, DONE);
  }
  @Rpc(deleteAccount) async deleteAccount(call: Call<'user'>, dto: DeleteAccountDto): Promise<Done> {
    return this.known.note(deleteAccount, call, dto, DONE);
  }
  @Rpc(getSettings) async settings(call: Call<'user'>, dto: NoInput): Promise<Settings> {
    return this.known.note(getSettings, call, dto, DEFAULT_SETTINGS);
  }
  @Rpc(updateSettings) async updateSettings(call: Call<'user'>, dto: UpdateSettingsDto): Promise<SettingsSaved> {
    const told = dto.settings.privacy ? { userId: call.actor.userId, version: 7 } : null;
    return this.known.note(updateSettings, call, dto, { settings: DEFAULT_SETTINGS, told });
  }
  @Rpc(listSessions) async sessions(call: Call<'user'>, dto: NoInput): Promise<SessionView[]> {
    return this.known.note(listSessions, call, dto, []);
  }
  @Rpc(revokeOtherSessions) async revokeOthers(call: Call<'user'>, dto: NoInput): Promise<SessionsEnded> {
    return this.known.note(revokeOtherSessions, call, dto, { ended: 2 });
  }
  @Rpc(listRevokedSessions) async revoked(_call: Call, _dto: RevokedSinceDto): Promise<RevokedSession[]> {
    return this.known.revoked;
  }
}

@Controller()
class PairingPeer {
  constructor(@Inject(Known) private readonly known: Known) {}

  @Rpc(getPartnerStatus) async status(call: Call<'user'>, dto: NoInput): Promise<PartnerStatus> {
    return this.known.note(getPartnerStatus, call, dto, this.known.status);
  }
  @Rpc(personSettled) async settled(call: Call, dto: PersonSettledDto): Promise<Done> {
    return this.known.note(personSettled, call, dto, DONE);
  }
}

/** Stands where auth and pairing stand. */
export async function startPeers(nats: string, publicKeys: string, publicKeysFile?: string): Promise<{ known: Known; live: LivePush; app: INestMicroservice }> {
  const known = new Known();
  const config = Object.assign(new BaseConfig(), { NODE_ENV: 'test', LOG_LEVEL: 'silent', NATS_URL: nats, OPS_PORT: 0, JWT_PUBLIC_KEYS: publicKeys, JWT_PUBLIC_KEYS_FILE: publicKeysFile });
  @Module({ imports: [KitModule.forRoot('peers', config)], controllers: [AuthPeer, PairingPeer], providers: [{ provide: Known, useValue: known }] })
  class Peers {}
  const app = await createService(Peers, 'peers', config);
  await app.listen();
  return { known, live: app.get(LivePush), app };
}
