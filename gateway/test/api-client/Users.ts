// Written by `npm run docs`.
import {
  AddPasskeyDto,
  ChangeEmailDto,
  ChangePasswordDto,
  DeleteAccountDto,
  Done,
  ErrorBody,
  ExportLink,
  ExportState,
  PasskeyCreationOptions,
  PasskeyNameDto,
  PasskeyProofDto,
  PasskeyRequestOptions,
  PasskeyView,
  ProvePasswordDto,
  PushReplyDto,
  PushState,
  PushedMessageView,
  RecoveryCodes,
  RenewPushDto,
  RequestExportDto,
  RestitutionList,
  SecondFactorCodeDto,
  SecondFactorSetup,
  SecondFactorView,
  Settings,
  SubscribePushDto,
  UpdateProfileDto,
  UpdateSettingsDto,
  UserView,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Users<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags users
   * @name EmailChange
   * @summary Send a link that confirms a new e-mail address
   * @request POST:/api/users/email
   * @secure
   */
  emailChange = (data: ChangeEmailDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The client's `user`: the account and the couple. */
        data: UserView;
      },
      ErrorBody
    >({
      path: `/api/users/email`,
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
   * @tags users
   * @name EmailCancel
   * @summary Discard a new e-mail address that is not confirmed yet
   * @request DELETE:/api/users/email
   * @secure
   */
  emailCancel = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The client's `user`: the account and the couple. */
        data: UserView;
      },
      ErrorBody
    >({
      path: `/api/users/email`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description The caller confirms it with their password or a passkey.
   *
   * @tags users
   * @name ExportsRequest
   * @summary Start an export of the caller's data
   * @request POST:/api/users/export
   * @secure
   */
  exportsRequest = (data: RequestExportDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The export in the settings, and until when it includes the history with a former partner. */
        data: ExportState;
      },
      ErrorBody
    >({
      path: `/api/users/export`,
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
   * @tags users
   * @name ExportsGet
   * @summary Return the state of the newest export
   * @request GET:/api/users/export
   * @secure
   */
  exportsGet = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The export in the settings, and until when it includes the history with a former partner. */
        data: ExportState;
      },
      ErrorBody
    >({
      path: `/api/users/export`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name ExportsLink
   * @summary Create a download link for the finished export
   * @request POST:/api/users/export/link
   * @secure
   */
  exportsLink = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The link to download an export, valid until `expiresAt`. */
        data: ExportLink;
      },
      ErrorBody
    >({
      path: `/api/users/export/link`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name PasskeysList
   * @summary List the caller's passkeys
   * @request GET:/api/users/passkeys
   * @secure
   */
  passkeysList = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: PasskeyView[];
      },
      ErrorBody
    >({
      path: `/api/users/passkeys`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name PasskeysAdd
   * @summary Register a passkey
   * @request POST:/api/users/passkeys
   * @secure
   */
  passkeysAdd = (data: AddPasskeyDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A passkey in its owner's settings. */
        data: PasskeyView;
      },
      ErrorBody
    >({
      path: `/api/users/passkeys`,
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
   * @tags users
   * @name PasskeysBegin
   * @summary Begin the registration of a passkey
   * @request POST:/api/users/passkeys/options
   * @secure
   */
  passkeysBegin = (data: ProvePasswordDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The options of `navigator.credentials.create` in the JSON form of WebAuthn: bytes are base64url. */
        data: PasskeyCreationOptions;
      },
      ErrorBody
    >({
      path: `/api/users/passkeys/options`,
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
   * @tags users
   * @name PasskeysRename
   * @summary Rename a passkey
   * @request PATCH:/api/users/passkeys/{id}
   * @secure
   */
  passkeysRename = (
    id: string,
    data: PasskeyNameDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A passkey in its owner's settings. */
        data: PasskeyView;
      },
      ErrorBody
    >({
      path: `/api/users/passkeys/${id}`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name PasskeysRemove
   * @summary Delete a passkey
   * @request DELETE:/api/users/passkeys/{id}
   * @secure
   */
  passkeysRemove = (
    id: string,
    data: ProvePasswordDto,
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
      path: `/api/users/passkeys/${id}`,
      method: "DELETE",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name PasskeysAskConfirm
   * @summary Begin a confirmation with a passkey
   * @request POST:/api/users/passkeys/confirm/options
   * @secure
   */
  passkeysAskConfirm = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The options of `navigator.credentials.get`. Without `allowCredentials` the authenticator offers all of its passkeys. */
        data: PasskeyRequestOptions;
      },
      ErrorBody
    >({
      path: `/api/users/passkeys/confirm/options`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name PasskeysConfirm
   * @summary Confirm with a passkey that the signed-in person is present
   * @request POST:/api/users/passkeys/confirm
   * @secure
   */
  passkeysConfirm = (data: PasskeyProofDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/users/passkeys/confirm`,
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
   * @tags users
   * @name PushDeviceMessage
   * @summary Return the message that a push notification announced
   * @request GET:/api/push/message
   * @secure
   */
  pushDeviceMessage = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A message in a notification: the start of its text. */
        data: PushedMessageView;
      },
      ErrorBody
    >({
      path: `/api/push/message`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name PushDeviceReply
   * @summary Answer the message that a push notification announced with a text
   * @request POST:/api/push/reply
   * @secure
   */
  pushDeviceReply = (data: PushReplyDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/push/reply`,
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
   * @tags users
   * @name PushDeviceLove
   * @summary Add ❤️ to the message that a push notification announced
   * @request POST:/api/push/love
   * @secure
   */
  pushDeviceLove = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/push/love`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name PushDeviceRenew
   * @summary Replace a push subscription that the browser has renewed
   * @request POST:/api/push/renew
   */
  pushDeviceRenew = (data: RenewPushDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/push/renew`,
      method: "POST",
      body: data,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name PushGet
   * @summary Return the push subscription of this session
   * @request GET:/api/users/push
   * @secure
   */
  pushGet = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Whether the device receives pushes, and the VAPID key for its subscription; null when the installation has none. */
        data: PushState;
      },
      ErrorBody
    >({
      path: `/api/users/push`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name PushSubscribe
   * @summary Turn on push notifications for this session
   * @request POST:/api/users/push
   * @secure
   */
  pushSubscribe = (data: SubscribePushDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Whether the device receives pushes, and the VAPID key for its subscription; null when the installation has none. */
        data: PushState;
      },
      ErrorBody
    >({
      path: `/api/users/push`,
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
   * @tags users
   * @name PushUnsubscribe
   * @summary Turn off push notifications for this session
   * @request DELETE:/api/users/push
   * @secure
   */
  pushUnsubscribe = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Whether the device receives pushes, and the VAPID key for its subscription; null when the installation has none. */
        data: PushState;
      },
      ErrorBody
    >({
      path: `/api/users/push`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name PushTest
   * @summary Send a test notification to this device
   * @request POST:/api/users/push/test
   * @secure
   */
  pushTest = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/users/push/test`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name RestitutionsList
   * @summary List the files of own contributions that were given back to the caller
   * @request GET:/api/users/restitutions
   * @secure
   */
  restitutionsList = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: RestitutionList;
      },
      ErrorBody
    >({
      path: `/api/users/restitutions`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description The caller confirms each download with their password or a passkey.
   *
   * @tags users
   * @name RestitutionsLink
   * @summary Create a download link for one of these files
   * @request POST:/api/users/restitutions/{id}/link
   * @secure
   */
  restitutionsLink = (
    id: string,
    data: RequestExportDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The link to download an export, valid until `expiresAt`. */
        data: ExportLink;
      },
      ErrorBody
    >({
      path: `/api/users/restitutions/${id}/link`,
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
   * @tags users
   * @name SecondFactorGet
   * @summary Return whether the second factor is on
   * @request GET:/api/users/two-factor
   * @secure
   */
  secondFactorGet = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The state of the caller's second factor. */
        data: SecondFactorView;
      },
      ErrorBody
    >({
      path: `/api/users/two-factor`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name SecondFactorSetUp
   * @summary Begin setting up the second factor
   * @request POST:/api/users/two-factor
   * @secure
   */
  secondFactorSetUp = (data: ProvePasswordDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The secret for an authenticator app: a QR code of `uri`, or typed by hand. Shown once. */
        data: SecondFactorSetup;
      },
      ErrorBody
    >({
      path: `/api/users/two-factor`,
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
   * @tags users
   * @name SecondFactorDisable
   * @summary Turn off the second factor
   * @request DELETE:/api/users/two-factor
   * @secure
   */
  secondFactorDisable = (data: ProvePasswordDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/users/two-factor`,
      method: "DELETE",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name SecondFactorEnable
   * @summary Turn on the second factor with a first code
   * @request POST:/api/users/two-factor/confirm
   * @secure
   */
  secondFactorEnable = (
    data: SecondFactorCodeDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** Recovery codes. Each replaces a code once. Shown once. */
        data: RecoveryCodes;
      },
      ErrorBody
    >({
      path: `/api/users/two-factor/confirm`,
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
   * @tags users
   * @name SecondFactorRenewCodes
   * @summary Replace the recovery codes
   * @request POST:/api/users/two-factor/recovery-codes
   * @secure
   */
  secondFactorRenewCodes = (
    data: ProvePasswordDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** Recovery codes. Each replaces a code once. Shown once. */
        data: RecoveryCodes;
      },
      ErrorBody
    >({
      path: `/api/users/two-factor/recovery-codes`,
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
   * @tags users
   * @name SecondFactorCancelRemoval
   * @summary Cancel a removal of the second factor that was requested by e-mail
   * @request DELETE:/api/users/two-factor/removal
   * @secure
   */
  secondFactorCancelRemoval = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The client's `user`: the account and the couple. */
        data: UserView;
      },
      ErrorBody
    >({
      path: `/api/users/two-factor/removal`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name SettingsGet
   * @summary Return the caller's settings
   * @request GET:/api/users/settings
   * @secure
   */
  settingsGet = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A person's settings. Every setting has a default, so an account without stored settings is complete. */
        data: Settings;
      },
      ErrorBody
    >({
      path: `/api/users/settings`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name SettingsUpdate
   * @summary Change some of the caller's settings
   * @request PUT:/api/users/settings
   * @secure
   */
  settingsUpdate = (data: UpdateSettingsDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A person's settings. Every setting has a default, so an account without stored settings is complete. */
        data: Settings;
      },
      ErrorBody
    >({
      path: `/api/users/settings`,
      method: "PUT",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name UsersProfile
   * @summary Return the caller's profile
   * @request GET:/api/users/profile
   * @secure
   */
  usersProfile = (params: RequestParams = {}) =>
    this.request<
      {
        /** The client's `user`: the account and the couple. */
        user: UserView;
        success: true;
        /** The client's `user`: the account and the couple. */
        data: UserView;
      },
      ErrorBody
    >({
      path: `/api/users/profile`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name UsersUpdateProfile
   * @summary Change the caller's profile
   * @request PUT:/api/users/profile
   * @secure
   */
  usersUpdateProfile = (data: UpdateProfileDto, params: RequestParams = {}) =>
    this.request<
      {
        /** The client's `user`: the account and the couple. */
        user: UserView;
        success: true;
        /** The client's `user`: the account and the couple. */
        data: UserView;
      },
      ErrorBody
    >({
      path: `/api/users/profile`,
      method: "PUT",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name UsersChangePassword
   * @summary Change the password and end every other session
   * @request PUT:/api/users/password
   * @secure
   */
  usersChangePassword = (data: ChangePasswordDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/users/password`,
      method: "PUT",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags users
   * @name UsersDeleteAccount
   * @summary Delete the caller's account and its data
   * @request DELETE:/api/users/account
   * @secure
   */
  usersDeleteAccount = (data: DeleteAccountDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/users/account`,
      method: "DELETE",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
}
