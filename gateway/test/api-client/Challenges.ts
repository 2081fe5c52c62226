// Written by `npm run docs`.
import {
  ChallengeBadges,
  ChallengeCategory,
  ChallengeStatus,
  ChallengeSummary,
  ChallengeTemplateView,
  ChallengeView,
  ChangeChallengeDto,
  ChangeTemplateDto,
  CompleteStepDto,
  Done,
  ErrorBody,
  ExtendChallengeDto,
  ProposeChallengeDto,
  ReflectOnChallengeDto,
  RespondToChallengeDto,
  WriteTemplateDto,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Challenges<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags challenges
   * @name ChallengeLibraryTemplates
   * @summary List templates: the couple's own first, then those of Duet
   * @request GET:/api/challenges/templates
   * @secure
   */
  challengeLibraryTemplates = (
    query?: {
      category?: ChallengeCategory;
      distanceOk?: "true" | "false";
      /**
       * Words of the title or the description.
       * @maxLength 100
       */
      q?: string;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: ChallengeTemplateView[];
      },
      ErrorBody
    >({
      path: `/api/challenges/templates`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description A repeated `clientId` answers with the first template.
   *
   * @tags challenges
   * @name ChallengeLibraryWriteTemplate
   * @summary Write a template for the two
   * @request POST:/api/challenges/templates
   * @secure
   */
  challengeLibraryWriteTemplate = (
    data: WriteTemplateDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: ChallengeTemplateView;
      },
      ErrorBody
    >({
      path: `/api/challenges/templates`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Challenges that were proposed from it stay as they are.
   *
   * @tags challenges
   * @name ChallengeLibraryChangeTemplate
   * @summary Change a template of the caller’s
   * @request PATCH:/api/challenges/templates/{id}
   * @secure
   */
  challengeLibraryChangeTemplate = (
    id: string,
    data: ChangeTemplateDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: ChallengeTemplateView;
      },
      ErrorBody
    >({
      path: `/api/challenges/templates/${id}`,
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
   * @tags challenges
   * @name ChallengeLibraryDeleteTemplate
   * @summary Delete a template of the caller’s
   * @request DELETE:/api/challenges/templates/{id}
   * @secure
   */
  challengeLibraryDeleteTemplate = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/challenges/templates/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description Other services count some of it and are asked here; a badge that their figures earn is given with this call.
   *
   * @tags challenges
   * @name ChallengeLibraryBadges
   * @summary Return the points and badges of the two
   * @request GET:/api/challenges/badges
   * @secure
   */
  challengeLibraryBadges = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Points and badges belong to the couple. */
        data: ChallengeBadges;
      },
      ErrorBody
    >({
      path: `/api/challenges/badges`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description A step without a proof or with words comes as JSON; up to five pictures, or one voice note, come as a form where the step asks for them. A repeated `clientId` answers with the challenge as it is.
   *
   * @tags challenges
   * @name ChallengeStepsComplete
   * @summary Complete the caller's part of a step
   * @request POST:/api/challenges/{id}/steps/{stepId}/complete
   * @secure
   */
  challengeStepsComplete = (
    id: string,
    stepId: string,
    data: CompleteStepDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}/steps/${stepId}/complete`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Its files are deleted.
   *
   * @tags challenges
   * @name ChallengeStepsUndo
   * @summary Take the caller’s part of a step back, within 10 minutes
   * @request DELETE:/api/challenges/{id}/steps/{stepId}/complete
   * @secure
   */
  challengeStepsUndo = (
    id: string,
    stepId: string,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}/steps/${stepId}/complete`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags challenges
   * @name ChallengeStepsSkip
   * @summary Ask to skip a step, or agree to it
   * @request POST:/api/challenges/{id}/steps/{stepId}/skip
   * @secure
   */
  challengeStepsSkip = (
    id: string,
    stepId: string,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}/steps/${stepId}/skip`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags challenges
   * @name ChallengesList
   * @summary List challenges, the newest first
   * @request GET:/api/challenges
   * @secure
   */
  challengesList = (
    query?: {
      status?: ChallengeStatus;
      /** `current`: proposed, active and paused. `history`: the others. */
      shelf?: "current" | "history";
      category?: ChallengeCategory;
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
        data: ChallengeSummary[];
      },
      ErrorBody
    >({
      path: `/api/challenges`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description It starts when the partner accepts, within 14 days. A repeated `clientId` answers with the first challenge.
   *
   * @tags challenges
   * @name ChallengesPropose
   * @summary Propose a challenge, from a template or in own words
   * @request POST:/api/challenges
   * @secure
   */
  challengesPropose = (data: ProposeChallengeDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description A proof that waits for the caller’s own is in no answer.
   *
   * @tags challenges
   * @name ChallengesGet
   * @summary Return a challenge as the caller may see it
   * @request GET:/api/challenges/{id}
   * @secure
   */
  challengesGet = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description Only its proposer can.
   *
   * @tags challenges
   * @name ChallengesChange
   * @summary Change a proposal
   * @request PATCH:/api/challenges/{id}
   * @secure
   */
  challengesChange = (
    id: string,
    data: ChangeChallengeDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Where the partner has done something for it the first call records the request, and the partner's call within 7 days deletes.
   *
   * @tags challenges
   * @name ChallengesDelete
   * @summary Delete an ended challenge
   * @request DELETE:/api/challenges/{id}
   * @secure
   */
  challengesDelete = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags challenges
   * @name ChallengesRespond
   * @summary Accept or reject a proposal of the partner
   * @request PATCH:/api/challenges/{id}/respond
   * @secure
   */
  challengesRespond = (
    id: string,
    data: RespondToChallengeDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}/respond`,
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
   * @tags challenges
   * @name ChallengesPause
   * @summary Pause a challenge, for 30 days at most
   * @request POST:/api/challenges/{id}/pause
   * @secure
   */
  challengesPause = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}/pause`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description The due date and the steps ahead move by the length of the pause.
   *
   * @tags challenges
   * @name ChallengesResume
   * @summary Resume a challenge
   * @request POST:/api/challenges/{id}/resume
   * @secure
   */
  challengesResume = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}/resume`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags challenges
   * @name ChallengesExtend
   * @summary Move the due date further ahead
   * @request POST:/api/challenges/{id}/extend
   * @secure
   */
  challengesExtend = (
    id: string,
    data: ExtendChallengeDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}/extend`,
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
   * @tags challenges
   * @name ChallengesCancel
   * @summary Withdraw the caller's proposal, or stop a challenge
   * @request POST:/api/challenges/{id}/cancel
   * @secure
   */
  challengesCancel = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}/cancel`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags challenges
   * @name ChallengesLetGo
   * @summary End an overdue challenge
   * @request POST:/api/challenges/{id}/let-go
   * @secure
   */
  challengesLetGo = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}/let-go`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description Both see both once both are given; `mood` stays its writer’s.
   *
   * @tags challenges
   * @name ChallengesReflect
   * @summary Give the caller’s reflection
   * @request POST:/api/challenges/{id}/reflection
   * @secure
   */
  challengesReflect = (
    id: string,
    data: ReflectOnChallengeDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}/reflection`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description There is one: a repeated call answers with the challenge as it is. `capsuleId` names the album.
   *
   * @tags challenges
   * @name ChallengesKeep
   * @summary Make an album of a completed challenge, with what both may read of its steps
   * @request POST:/api/challenges/{id}/keepsake
   * @secure
   */
  challengesKeep = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A challenge as its viewer may see it. */
        data: ChallengeView;
      },
      ErrorBody
    >({
      path: `/api/challenges/${id}/keepsake`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
}
