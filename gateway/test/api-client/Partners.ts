// Written by `npm run docs`.
import {
  AddDateDto,
  BioView,
  BlockPersonDto,
  ChangeDateDto,
  CoupleView,
  DateList,
  Done,
  ErrorBody,
  ImportantDateView,
  InviteOffer,
  InviteView,
  LinkOutcome,
  LinkPartnerDto,
  NicknameView,
  PartnerRequestView,
  PartnerStatus,
  PartnerView,
  PersonView,
  ReportPersonDto,
  RespondDto,
  SendRequestDto,
  SetNicknameDto,
  SetTimezoneDto,
  SetTogetherSinceDto,
  StorageUse,
  Unlinked,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Partners<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * @description Blocking the partner ends the couple.
   *
   * @tags partners
   * @name BlocksBlock
   * @summary Block a person
   * @request POST:/api/partners/block
   * @secure
   */
  blocksBlock = (data: BlockPersonDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A person on the partner card, in search results or as a sender. */
        data: PersonView;
      },
      ErrorBody
    >({
      path: `/api/partners/block`,
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
   * @tags partners
   * @name BlocksUnblock
   * @summary Unblock a person
   * @request DELETE:/api/partners/block/{userId}
   * @secure
   */
  blocksUnblock = (userId: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/partners/block/${userId}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags partners
   * @name BlocksList
   * @summary List the people whom the caller has blocked
   * @request GET:/api/partners/blocked
   * @secure
   */
  blocksList = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: PersonView[];
      },
      ErrorBody
    >({
      path: `/api/partners/blocked`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags partners
   * @name DatesList
   * @summary List the couple's important dates and milestones, soonest first
   * @request GET:/api/partners/dates
   * @secure
   */
  datesList = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The next dates first, past ones last. All days are in the couple's time zone. */
        data: DateList;
      },
      ErrorBody
    >({
      path: `/api/partners/dates`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags partners
   * @name DatesAdd
   * @summary Add an important date
   * @request POST:/api/partners/dates
   * @secure
   */
  datesAdd = (data: AddDateDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** An important date of the couple or of one member. Days are `YYYY-MM-DD` in the couple's time zone. */
        data: ImportantDateView;
      },
      ErrorBody
    >({
      path: `/api/partners/dates`,
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
   * @tags partners
   * @name DatesChange
   * @summary Change an important date
   * @request PATCH:/api/partners/dates/{id}
   * @secure
   */
  datesChange = (id: string, data: ChangeDateDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** An important date of the couple or of one member. Days are `YYYY-MM-DD` in the couple's time zone. */
        data: ImportantDateView;
      },
      ErrorBody
    >({
      path: `/api/partners/dates/${id}`,
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
   * @tags partners
   * @name DatesRemove
   * @summary Delete an important date
   * @request DELETE:/api/partners/dates/{id}
   * @secure
   */
  datesRemove = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/partners/dates/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags partners
   * @name InvitesCreate
   * @summary Create an invitation code
   * @request POST:/api/partners/invite
   * @secure
   */
  invitesCreate = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: InviteView;
      },
      ErrorBody
    >({
      path: `/api/partners/invite`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags partners
   * @name InvitesLookUp
   * @summary Return who issued an invitation code
   * @request GET:/api/partners/invite/{code}
   * @secure
   */
  invitesLookUp = (code: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The part of an invite that its code reveals: the issuer's first name. */
        data: InviteOffer;
      },
      ErrorBody
    >({
      path: `/api/partners/invite/${code}`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description A username or an address sends a partner request that the other person answers.
   *
   * @tags partners
   * @name LinkLink
   * @summary Link with a partner by invitation code, username or e-mail address
   * @request POST:/api/auth/link-partner
   * @secure
   */
  linkLink = (data: LinkPartnerDto, params: RequestParams = {}) =>
    this.request<
      {
        partner: PartnerView | null;
        couple: CoupleView | null;
        request: PartnerRequestView | null;
        success: true;
      },
      ErrorBody
    >({
      path: `/api/auth/link-partner`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description `DELETE /api/partners/unlink` does the same.
   *
   * @tags partners
   * @name LinkUnlink
   * @summary Unlink from the partner
   * @request DELETE:/api/auth/unlink-partner
   * @secure
   */
  linkUnlink = (params: RequestParams = {}) =>
    this.request<
      {
        partner: null;
        success: true;
        /** The ended couple. The edge waits until other services have this version. */
        data: Unlinked;
      },
      ErrorBody
    >({
      path: `/api/auth/unlink-partner`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags partners
   * @name PartnersStatus
   * @summary Return the partner, the couple and the number of pending partner requests
   * @request GET:/api/partners/status
   * @secure
   */
  partnersStatus = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: PartnerStatus;
      },
      ErrorBody
    >({
      path: `/api/partners/status`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags partners
   * @name PartnersBio
   * @summary Return what the partner has written about themselves
   * @request GET:/api/partners/bio
   * @secure
   */
  partnersBio = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A person's own words about themselves, which the partner alone reads. Empty until they are written. */
        data: BioView;
      },
      ErrorBody
    >({
      path: `/api/partners/bio`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags partners
   * @name PartnersSearch
   * @summary Search for people by name, username or e-mail address
   * @request GET:/api/partners/search
   * @secure
   */
  partnersSearch = (
    query: {
      /**
       * @minLength 2
       * @maxLength 100
       */
      q: string;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: PersonView[];
      },
      ErrorBody
    >({
      path: `/api/partners/search`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description If the other person has already sent one, both are linked at once.
   *
   * @tags partners
   * @name PartnersRequest
   * @summary Send a partner request
   * @request POST:/api/partners/request
   * @secure
   */
  partnersRequest = (data: SendRequestDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The result of a link attempt: a couple, or a request that waits for an answer. */
        data: LinkOutcome;
      },
      ErrorBody
    >({
      path: `/api/partners/request`,
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
   * @tags partners
   * @name PartnersTimezone
   * @summary Set the couple's time zone
   * @request PATCH:/api/partners/timezone
   * @secure
   */
  partnersTimezone = (data: SetTimezoneDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The couple, as both members see it. `version` grows with every link and unlink. */
        data: CoupleView;
      },
      ErrorBody
    >({
      path: `/api/partners/timezone`,
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
   * @tags partners
   * @name PartnersTogetherSince
   * @summary Set the day from which the couple counts its time together
   * @request PATCH:/api/partners/together-since
   * @secure
   */
  partnersTogetherSince = (
    data: SetTogetherSinceDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The couple, as both members see it. `version` grows with every link and unlink. */
        data: CoupleView;
      },
      ErrorBody
    >({
      path: `/api/partners/together-since`,
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
   * @tags partners
   * @name PartnersNickname
   * @summary Set the caller's nickname for the partner
   * @request PUT:/api/partners/nickname
   * @secure
   */
  partnersNickname = (data: SetNicknameDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Null when there is none. */
        data: NicknameView;
      },
      ErrorBody
    >({
      path: `/api/partners/nickname`,
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
   * @tags partners
   * @name PartnersUnlink
   * @summary Unlink from the partner
   * @request DELETE:/api/partners/unlink
   * @secure
   */
  partnersUnlink = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The ended couple. The edge waits until other services have this version. */
        data: Unlinked;
      },
      ErrorBody
    >({
      path: `/api/partners/unlink`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description The reported person never learns of it. The report keeps words and files of the named messages as the caller sees them now, for 180 days. The same `clientId` is the same report: repeat the call when its outcome is unknown.
   *
   * @tags partners
   * @name ReportsReport
   * @summary Report a person
   * @request POST:/api/partners/report
   * @secure
   */
  reportsReport = (data: ReportPersonDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/partners/report`,
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
   * @tags partners
   * @name RequestsReceived
   * @summary List the partner requests that wait for the caller's answer
   * @request GET:/api/partners/requests
   * @secure
   */
  requestsReceived = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: PartnerRequestView[];
      },
      ErrorBody
    >({
      path: `/api/partners/requests`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags partners
   * @name RequestsSent
   * @summary List the partner requests that the caller has sent
   * @request GET:/api/partners/requests/sent
   * @secure
   */
  requestsSent = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: PartnerRequestView[];
      },
      ErrorBody
    >({
      path: `/api/partners/requests/sent`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags partners
   * @name RequestsRespond
   * @summary Accept or reject a partner request
   * @request PATCH:/api/partners/requests/{id}
   * @secure
   */
  requestsRespond = (
    id: string,
    data: RespondDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The result of a link attempt: a couple, or a request that waits for an answer. */
        data: LinkOutcome;
      },
      ErrorBody
    >({
      path: `/api/partners/requests/${id}`,
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
   * @tags partners
   * @name RequestsCancel
   * @summary Withdraw a partner request
   * @request DELETE:/api/partners/requests/{id}
   * @secure
   */
  requestsCancel = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/partners/requests/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description The partner's files count in whole steps of 100 MB, so that no sum tells the size of something sealed.
   *
   * @tags partners
   * @name StorageRead
   * @summary Return the use of the couple's storage quota, in bytes
   * @request GET:/api/partners/storage
   * @secure
   */
  storageRead = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The bytes of a couple's files, as one of the two may see them: own files count exactly, those of the partner in whole steps of `LIMITS.storageStep`, for each sum by itself. So no sum tells the size of something sealed. */
        data: StorageUse;
      },
      ErrorBody
    >({
      path: `/api/partners/storage`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
}
