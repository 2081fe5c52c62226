// Written by `npm run docs`.
import {
  AddGoalEntryDto,
  ChangeGoalDto,
  CreateGoalDto,
  Done,
  ErrorBody,
  GoalKept,
  GoalSummary,
  GoalView,
  RespondToGoalDto,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Goals<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags goals
   * @name GoalsList
   * @summary List goals, the newest first
   * @request GET:/api/goals
   * @secure
   */
  goalsList = (
    query?: {
      /** `current` has not ended. */
      shelf?: "current" | "history";
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
        data: GoalSummary[];
      },
      ErrorBody
    >({
      path: `/api/goals`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description A goal of both starts when the partner accepts, an own one at once. A repeated `clientId` answers with the first goal.
   *
   * @tags goals
   * @name GoalsCreate
   * @summary Create a goal
   * @request POST:/api/goals
   * @secure
   */
  goalsCreate = (data: CreateGoalDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A goal as its viewer may see it. */
        data: GoalView;
      },
      ErrorBody
    >({
      path: `/api/goals`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description The partner of an own goal sees none.
   *
   * @tags goals
   * @name GoalsGet
   * @summary Return a goal with its newest entries
   * @request GET:/api/goals/{id}
   * @secure
   */
  goalsGet = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A goal as its viewer may see it. */
        data: GoalView;
      },
      ErrorBody
    >({
      path: `/api/goals/${id}`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags goals
   * @name GoalsChange
   * @summary Change the words or the day of a goal
   * @request PATCH:/api/goals/{id}
   * @secure
   */
  goalsChange = (id: string, data: ChangeGoalDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A goal as its viewer may see it. */
        data: GoalView;
      },
      ErrorBody
    >({
      path: `/api/goals/${id}`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Where the partner has created it or added to it the first call records the request, and the partner's call within 7 days deletes.
   *
   * @tags goals
   * @name GoalsDelete
   * @summary Delete an ended goal
   * @request DELETE:/api/goals/{id}
   * @secure
   */
  goalsDelete = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/goals/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags goals
   * @name GoalsRespond
   * @summary Accept, reject, pause or resume a goal, or let go of it
   * @request PATCH:/api/goals/{id}/respond
   * @secure
   */
  goalsRespond = (
    id: string,
    data: RespondToGoalDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A goal as its viewer may see it. */
        data: GoalView;
      },
      ErrorBody
    >({
      path: `/api/goals/${id}/respond`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description The entry that reaches the target achieves the goal. A repeated `clientId` changes nothing.
   *
   * @tags goals
   * @name GoalsAddEntry
   * @summary Add progress, a note, or both
   * @request POST:/api/goals/{id}/entries
   * @secure
   */
  goalsAddEntry = (
    id: string,
    data: AddGoalEntryDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A goal as its viewer may see it. */
        data: GoalView;
      },
      ErrorBody
    >({
      path: `/api/goals/${id}/entries`,
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
   * @tags goals
   * @name GoalsRemoveEntry
   * @summary Remove an entry of the caller’s
   * @request DELETE:/api/goals/{id}/entries/{entryId}
   * @secure
   */
  goalsRemoveEntry = (
    id: string,
    entryId: string,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A goal as its viewer may see it. */
        data: GoalView;
      },
      ErrorBody
    >({
      path: `/api/goals/${id}/entries/${entryId}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description The last one of a checklist achieves the goal.
   *
   * @tags goals
   * @name GoalsCompleteMilestone
   * @summary Complete a milestone
   * @request POST:/api/goals/{id}/milestones/{milestoneId}/complete
   * @secure
   */
  goalsCompleteMilestone = (
    id: string,
    milestoneId: string,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A goal as its viewer may see it. */
        data: GoalView;
      },
      ErrorBody
    >({
      path: `/api/goals/${id}/milestones/${milestoneId}/complete`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags goals
   * @name GoalsReopenMilestone
   * @summary Open a completed milestone again, while the goal is active
   * @request DELETE:/api/goals/{id}/milestones/{milestoneId}/complete
   * @secure
   */
  goalsReopenMilestone = (
    id: string,
    milestoneId: string,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A goal as its viewer may see it. */
        data: GoalView;
      },
      ErrorBody
    >({
      path: `/api/goals/${id}/milestones/${milestoneId}/complete`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags goals
   * @name GoalsCheer
   * @summary Cheer for the partner's personal goal, once a day
   * @request POST:/api/goals/{id}/cheer
   * @secure
   */
  goalsCheer = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A goal as its viewer may see it. */
        data: GoalView;
      },
      ErrorBody
    >({
      path: `/api/goals/${id}/cheer`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description There is one: a repeated call answers with the same album.
   *
   * @tags goals
   * @name GoalsKeep
   * @summary Make an album of an achieved goal, with what both may read of the way to it
   * @request POST:/api/goals/{id}/keepsake
   * @secure
   */
  goalsKeep = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The keepsake of a goal. */
        data: GoalKept;
      },
      ErrorBody
    >({
      path: `/api/goals/${id}/keepsake`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
}
