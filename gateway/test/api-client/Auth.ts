// Written by `npm run docs`.
import {
  CancelEmailChangeDto,
  Done,
  ErrorBody,
  ForgotPasswordDto,
  LoginDto,
  LogoutDto,
  MailedTokenDto,
  NamedAccountDto,
  PartnerView,
  PasskeyProofDto,
  PasskeyRequestOptions,
  RefreshTokenDto,
  RegisterDto,
  ResendVerificationDto,
  ResetPasswordDto,
  SecondFactorRemoval,
  SessionView,
  SessionsEnded,
  UserView,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Auth<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags auth
   * @name AuthRegister
   * @summary Create an account and sign in
   * @request POST:/api/auth/register
   */
  authRegister = (data: RegisterDto, params: RequestParams = {}) =>
    this.request<
      {
        token: string;
        refreshToken: string;
        success: true;
        /** The client's `user`: the account and the couple. */
        user: UserView;
        partner: PartnerView | null;
      },
      ErrorBody
    >({
      path: `/api/auth/register`,
      method: "POST",
      body: data,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description After `SECOND_FACTOR_REQUIRED`, repeat the call with `code`.
   *
   * @tags auth
   * @name AuthLogin
   * @summary Sign in with e-mail address and password
   * @request POST:/api/auth/login
   */
  authLogin = (data: LoginDto, params: RequestParams = {}) =>
    this.request<
      {
        token: string;
        refreshToken: string;
        success: true;
        /** The client's `user`: the account and the couple. */
        user: UserView;
        partner: PartnerView | null;
      },
      ErrorBody
    >({
      path: `/api/auth/login`,
      method: "POST",
      body: data,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description A refresh token works once. Using it again ends its session.
   *
   * @tags auth
   * @name AuthRefresh
   * @summary Exchange a refresh token for new tokens
   * @request POST:/api/auth/refresh-token
   */
  authRefresh = (data: RefreshTokenDto, params: RequestParams = {}) =>
    this.request<
      {
        token: string;
        refreshToken: string;
        success: true;
      },
      ErrorBody
    >({
      path: `/api/auth/refresh-token`,
      method: "POST",
      body: data,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description They are one session; each token ends it if the other no longer does.
   *
   * @tags auth
   * @name AuthLogout
   * @summary End the sessions of the refresh token and of the access token
   * @request POST:/api/auth/logout
   * @secure
   */
  authLogout = (data: LogoutDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/auth/logout`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags auth
   * @name PasskeyOptions
   * @summary Begin a passkey sign-in
   * @request POST:/api/auth/passkey/options
   */
  passkeyOptions = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The options of `navigator.credentials.get`. Without `allowCredentials` the authenticator offers all of its passkeys. */
        data: PasskeyRequestOptions;
      },
      ErrorBody
    >({
      path: `/api/auth/passkey/options`,
      method: "POST",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags auth
   * @name PasskeyLogin
   * @summary Sign in with a passkey
   * @request POST:/api/auth/passkey
   */
  passkeyLogin = (data: PasskeyProofDto, params: RequestParams = {}) =>
    this.request<
      {
        token: string;
        refreshToken: string;
        success: true;
        /** The client's `user`: the account and the couple. */
        user: UserView;
        partner: PartnerView | null;
      },
      ErrorBody
    >({
      path: `/api/auth/passkey`,
      method: "POST",
      body: data,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description The answer is the same if no account has this address.
   *
   * @tags auth
   * @name RecoveryForgot
   * @summary Send a password reset link by e-mail
   * @request POST:/api/auth/forgot-password
   */
  recoveryForgot = (data: ForgotPasswordDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/auth/forgot-password`,
      method: "POST",
      body: data,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags auth
   * @name RecoveryReset
   * @summary Set a new password with a reset link and sign in
   * @request POST:/api/auth/reset-password
   */
  recoveryReset = (data: ResetPasswordDto, params: RequestParams = {}) =>
    this.request<
      {
        token: string;
        refreshToken: string;
        success: true;
        /** The client's `user`: the account and the couple. */
        user: UserView;
        partner: PartnerView | null;
      },
      ErrorBody
    >({
      path: `/api/auth/reset-password`,
      method: "POST",
      body: data,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Confirming a new address ends every session but the caller's.
   *
   * @tags auth
   * @name RecoveryVerify
   * @summary Confirm an e-mail address with a mailed link
   * @request GET:/api/auth/verify-email/{token}
   * @secure
   */
  recoveryVerify = (token: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/auth/verify-email/${token}`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description This is a POST because mail scanners follow links and must not cancel anything.
   *
   * @tags auth
   * @name RecoveryCancelEmailChange
   * @summary Cancel a change of e-mail address with the link sent to the old address
   * @request POST:/api/auth/cancel-email-change
   */
  recoveryCancelEmailChange = (
    data: CancelEmailChangeDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/auth/cancel-email-change`,
      method: "POST",
      body: data,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description This is a POST because mail scanners follow links. Mail programs send it to `/unsubscribe/{token}` (RFC 8058).
   *
   * @tags auth
   * @name RecoveryUnsubscribe
   * @summary Switch off the mails of one kind with the link in such a mail
   * @request POST:/api/auth/unsubscribe/{token}
   */
  recoveryUnsubscribe = (token: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/auth/unsubscribe/${token}`,
      method: "POST",
      format: "json",
      ...params,
    });
  /**
   * @description Works for the signed-in account or for a given address, because an expired link is often opened on a signed-out device.
   *
   * @tags auth
   * @name RecoveryResend
   * @summary Send the confirmation link again
   * @request POST:/api/auth/resend-verification
   * @secure
   */
  recoveryResend = (data: ResendVerificationDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/auth/resend-verification`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description The answer is the same if no account has this address.
   *
   * @tags auth
   * @name SecondFactorRemovalAsk
   * @summary Send a link that removes a lost second factor
   * @request POST:/api/auth/two-factor/lost
   */
  secondFactorRemovalAsk = (
    data: NamedAccountDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/auth/two-factor/lost`,
      method: "POST",
      body: data,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags auth
   * @name SecondFactorRemovalBegin
   * @summary Start the waiting period after which the second factor is removed
   * @request POST:/api/auth/two-factor/removal
   */
  secondFactorRemovalBegin = (
    data: MailedTokenDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: SecondFactorRemoval;
      },
      ErrorBody
    >({
      path: `/api/auth/two-factor/removal`,
      method: "POST",
      body: data,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags auth
   * @name SecondFactorRemovalKeep
   * @summary Cancel the removal of the second factor with a mailed link
   * @request POST:/api/auth/two-factor/keep
   */
  secondFactorRemovalKeep = (
    data: MailedTokenDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/auth/two-factor/keep`,
      method: "POST",
      body: data,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags auth
   * @name SessionsList
   * @summary List the caller's sessions
   * @request GET:/api/auth/sessions
   * @secure
   */
  sessionsList = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: SessionView[];
      },
      ErrorBody
    >({
      path: `/api/auth/sessions`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags auth
   * @name SessionsRevokeOthers
   * @summary End all of the caller's other sessions
   * @request DELETE:/api/auth/sessions
   * @secure
   */
  sessionsRevokeOthers = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The number of sessions that a call ended. */
        data: SessionsEnded;
      },
      ErrorBody
    >({
      path: `/api/auth/sessions`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags auth
   * @name SessionsRevoke
   * @summary End one of the caller's sessions
   * @request DELETE:/api/auth/sessions/{id}
   * @secure
   */
  sessionsRevoke = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/auth/sessions/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
}
