// Written by `npm run docs`.
import {
  AddContributionDto,
  AnswerUnlockDto,
  ArchiveAddress,
  AttachmentsDto,
  CapsuleCommentDto,
  CapsuleCommentView,
  CapsuleKind,
  CapsuleReactionDto,
  CapsuleStatus,
  CapsuleSummary,
  CapsuleView,
  ChangeCapsuleDto,
  ChangeContributionDto,
  ContributionView,
  CreateCapsuleDto,
  DescribedFile,
  Done,
  ErrorBody,
  KeepMessageDto,
  ProposeUnlockDto,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Capsules<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags capsules
   * @name CapsuleContentContributions
   * @summary List what lies in a capsule, as far as the caller may read it
   * @request GET:/api/capsules/{id}/contributions
   * @secure
   */
  capsuleContentContributions = (
    id: string,
    query?: {
      /** @format uuid */
      cursor?: string;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        nextCursor: string | null;
        success: true;
        data: ContributionView[];
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/contributions`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description Words and a place are JSON; pictures, videos and voice notes come as a form, in which `place` and `captions` are JSON texts. A repeated `clientId` answers with the first contribution.
   *
   * @tags capsules
   * @name CapsuleContentContribute
   * @summary Put words, a place or files into a capsule
   * @request POST:/api/capsules/{id}/contributions
   * @secure
   */
  capsuleContentContribute = (
    id: string,
    data: AddContributionDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: ContributionView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/contributions`,
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
   * @tags capsules
   * @name CapsuleContentChangeContribution
   * @summary Change one of the caller's contributions while the capsule collects
   * @request PATCH:/api/capsules/{id}/contributions/{contributionId}
   * @secure
   */
  capsuleContentChangeContribution = (
    id: string,
    contributionId: string,
    data: ChangeContributionDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: ContributionView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/contributions/${contributionId}`,
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
   * @tags capsules
   * @name CapsuleContentDeleteContribution
   * @summary Delete one of the caller's contributions while the capsule collects
   * @request DELETE:/api/capsules/{id}/contributions/{contributionId}
   * @secure
   */
  capsuleContentDeleteContribution = (
    id: string,
    contributionId: string,
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
      path: `/api/capsules/${id}/contributions/${contributionId}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description Files that the caller may not load are left out.
   *
   * @tags capsules
   * @name CapsuleContentLinks
   * @summary Create new links to files of a capsule
   * @request POST:/api/capsules/{id}/links
   * @secure
   */
  capsuleContentLinks = (
    id: string,
    data: AttachmentsDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: {
          files: DescribedFile[];
        };
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/links`,
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
   * @tags capsules
   * @name CapsuleContentReact
   * @summary Add or remove the caller's reaction to an open capsule
   * @request POST:/api/capsules/{id}/reactions
   * @secure
   */
  capsuleContentReact = (
    id: string,
    data: CapsuleReactionDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/reactions`,
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
   * @tags capsules
   * @name CapsuleContentComment
   * @summary Comment on an open capsule
   * @request POST:/api/capsules/{id}/comments
   * @secure
   */
  capsuleContentComment = (
    id: string,
    data: CapsuleCommentDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** Written by one of the two under an open capsule. */
        data: CapsuleCommentView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/comments`,
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
   * @tags capsules
   * @name CapsuleContentDeleteComment
   * @summary Delete one of the caller's comments
   * @request DELETE:/api/capsules/{id}/comments/{commentId}
   * @secure
   */
  capsuleContentDeleteComment = (
    id: string,
    commentId: string,
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
      path: `/api/capsules/${id}/comments/${commentId}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags capsules
   * @name CapsuleContentAddFavourite
   * @summary Mark a capsule as a favourite of the caller
   * @request PUT:/api/capsules/{id}/favourite
   * @secure
   */
  capsuleContentAddFavourite = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/favourite`,
      method: "PUT",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags capsules
   * @name CapsuleContentRemoveFavourite
   * @summary Take the caller's favourite mark away
   * @request DELETE:/api/capsules/{id}/favourite
   * @secure
   */
  capsuleContentRemoveFavourite = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/favourite`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags capsules
   * @name CapsuleContentHide
   * @summary Hide a capsule from the caller's own lists
   * @request PUT:/api/capsules/{id}/hidden
   * @secure
   */
  capsuleContentHide = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/hidden`,
      method: "PUT",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags capsules
   * @name CapsuleContentShow
   * @summary Show a hidden capsule in the caller's lists again
   * @request DELETE:/api/capsules/{id}/hidden
   * @secure
   */
  capsuleContentShow = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/hidden`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description It replaces the cover of before. A repeated `clientId` changes nothing.
   *
   * @tags capsules
   * @name CapsuleOutsideSetCover
   * @summary Put a picture on the outside of a capsule, also while it is sealed
   * @request PUT:/api/capsules/{id}/cover
   * @secure
   */
  capsuleOutsideSetCover = (
    id: string,
    data: {
      /**
       * @maxItems 5
       * @minItems 1
       */
      files: File[];
      /**
       * The same id is the same cover.
       * @format uuid
       */
      clientId: string;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/cover`,
      method: "PUT",
      body: data,
      secure: true,
      type: "multipart/form-data",
      format: "json",
      ...params,
    });
  /**
   * @description The answer names its address and sets a cookie with which a browser loads it within a minute.
   *
   * @tags capsules
   * @name CapsuleOutsidePrepareArchive
   * @summary Prepare the download of an open capsule or an album
   * @request POST:/api/capsules/{id}/archive
   * @secure
   */
  capsuleOutsidePrepareArchive = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Where a browser downloads the copy of a capsule. */
        data: ArchiveAddress;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/archive`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description Needs an access token, or the cookie that `POST` sets.
   *
   * @tags capsules
   * @name CapsuleOutsideLoadArchive
   * @summary Download an open capsule or an album as a ZIP with a page to print
   * @request GET:/api/capsules/{id}/archive
   * @secure
   */
  capsuleOutsideLoadArchive = (id: string, params: RequestParams = {}) =>
    this.request<Blob, ErrorBody>({
      path: `/api/capsules/${id}/archive`,
      method: "GET",
      secure: true,
      ...params,
    });
  /**
   * No description
   *
   * @tags capsules
   * @name CapsulesList
   * @summary List capsules, the newest first
   * @request GET:/api/capsules
   * @secure
   */
  capsulesList = (
    query?: {
      /** `sealed` also lists the capsules that are ready to open: both are closed. */
      status?: CapsuleStatus;
      kind?: CapsuleKind;
      /**
       * Words of the title, the description or a tag, each from its start. A sealed capsule matches by its title alone.
       * @maxLength 100
       */
      q?: string;
      /** @maxLength 30 */
      tag?: string;
      /**
       * Of the days the contributions are about.
       * @min 1900
       * @max 2199
       */
      year?: number;
      /** @format uuid */
      author?: string;
      /** `hidden` lists what the caller has hidden, `trash` what can be restored, `favourites` the caller's own. */
      shelf?: "shown" | "hidden" | "trash" | "favourites";
      /** @format uuid */
      cursor?: string;
      /**
       * @min 1
       * @max 50
       */
      limit?: number;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        nextCursor: string | null;
        success: true;
        data: CapsuleSummary[];
      },
      ErrorBody
    >({
      path: `/api/capsules`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description A repeated `clientId` answers with the first capsule.
   *
   * @tags capsules
   * @name CapsulesCreate
   * @summary Create a capsule
   * @request POST:/api/capsules
   * @secure
   */
  capsulesCreate = (data: CreateCapsuleDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Without `capsuleId` it goes into the couple's album of kept things. Its words and files are copied as they are now, and nobody edits them. A message that the capsule has already is not copied again.
   *
   * @tags capsules
   * @name CapsulesKeepMessage
   * @summary Keep a message of the conversation in a capsule
   * @request POST:/api/capsules/from-message
   * @secure
   */
  capsulesKeepMessage = (data: KeepMessageDto, params: RequestParams = {}) =>
    this.request<
      {
        repeated: boolean;
        success: true;
        data: ContributionView;
      },
      ErrorBody
    >({
      path: `/api/capsules/from-message`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Sealed contributions are in no answer.
   *
   * @tags capsules
   * @name CapsulesGet
   * @summary Return a capsule as the caller may see it
   * @request GET:/api/capsules/{id}
   * @secure
   */
  capsulesGet = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description Once it is sealed only its emoji, theme, tags and cover change.
   *
   * @tags capsules
   * @name CapsulesChange
   * @summary Change a capsule
   * @request PATCH:/api/capsules/{id}
   * @secure
   */
  capsulesChange = (
    id: string,
    data: ChangeCapsuleDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Where both must agree the first call records the request, and the partner's call within 7 days deletes.
   *
   * @tags capsules
   * @name CapsulesDelete
   * @summary Move a capsule to the trash
   * @request DELETE:/api/capsules/{id}
   * @secure
   */
  capsulesDelete = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags capsules
   * @name CapsulesRestore
   * @summary Bring a capsule back from the trash within 30 days
   * @request POST:/api/capsules/{id}/restore
   * @secure
   */
  capsulesRestore = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/restore`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description The second confirmation seals, and so does a single one after 7 days.
   *
   * @tags capsules
   * @name CapsulesSeal
   * @summary Confirm the sealing
   * @request POST:/api/capsules/{id}/seal
   * @secure
   */
  capsulesSeal = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/seal`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags capsules
   * @name CapsulesUnseal
   * @summary Take back the sealing within 10 minutes, or the caller's confirmation before it
   * @request DELETE:/api/capsules/{id}/seal
   * @secure
   */
  capsulesUnseal = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/seal`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags capsules
   * @name CapsulesProposeUnlock
   * @summary Propose another opening date for a sealed capsule
   * @request POST:/api/capsules/{id}/unlock-date
   * @secure
   */
  capsulesProposeUnlock = (
    id: string,
    data: ProposeUnlockDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/unlock-date`,
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
   * @tags capsules
   * @name CapsulesAnswerUnlock
   * @summary Accept or reject the partner's proposal; rejecting one's own withdraws it
   * @request PATCH:/api/capsules/{id}/unlock-date
   * @secure
   */
  capsulesAnswerUnlock = (
    id: string,
    data: AnswerUnlockDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/unlock-date`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description With the rule `together` both have to call it.
   *
   * @tags capsules
   * @name CapsulesOpen
   * @summary Open a capsule whose time has come
   * @request POST:/api/capsules/{id}/open
   * @secure
   */
  capsulesOpen = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/open`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags capsules
   * @name CapsulesFinish
   * @summary Finish an album
   * @request POST:/api/capsules/{id}/finish
   * @secure
   */
  capsulesFinish = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/finish`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags capsules
   * @name CapsulesReopen
   * @summary Reopen an album within 24 hours of its end
   * @request DELETE:/api/capsules/{id}/finish
   * @secure
   */
  capsulesReopen = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/capsules/${id}/finish`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
}
