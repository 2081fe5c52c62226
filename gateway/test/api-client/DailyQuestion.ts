// Written by `npm run docs`.
import {
  AnswerDailyDto,
  ContributionView,
  DailyPreferences,
  DailyPreferencesDto,
  DailyQuestionView,
  DailyToday,
  DailyVersionDto,
  Done,
  ErrorBody,
  KeepDto,
  OwnQuestionView,
  ReactionDto,
  WriteQuestionDto,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class DailyQuestion<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags daily-question
   * @name DailyQuestionToday
   * @summary Return today's question
   * @request GET:/api/daily-question/today
   * @secure
   */
  dailyQuestionToday = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: DailyToday;
      },
      ErrorBody
    >({
      path: `/api/daily-question/today`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags daily-question
   * @name DailyQuestionHistory
   * @summary List the questions of earlier days, newest first
   * @request GET:/api/daily-question/history
   * @secure
   */
  dailyQuestionHistory = (
    query?: {
      /** The last day of the previous page. */
      cursor?: string;
      /** @maxLength 100 */
      q?: string;
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
        data: DailyQuestionView[];
      },
      ErrorBody
    >({
      path: `/api/daily-question/history`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags daily-question
   * @name DailyQuestionPreferences
   * @summary Return the preferences for the daily question
   * @request GET:/api/daily-question/preferences
   * @secure
   */
  dailyQuestionPreferences = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The caller's categories, and the shared preferences. */
        data: DailyPreferences;
      },
      ErrorBody
    >({
      path: `/api/daily-question/preferences`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags daily-question
   * @name DailyQuestionSetPreferences
   * @summary Change the preferences for the daily question
   * @request PUT:/api/daily-question/preferences
   * @secure
   */
  dailyQuestionSetPreferences = (
    data: DailyPreferencesDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The caller's categories, and the shared preferences. */
        data: DailyPreferences;
      },
      ErrorBody
    >({
      path: `/api/daily-question/preferences`,
      method: "PUT",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Each partner sees the other's answer once both have answered.
   *
   * @tags daily-question
   * @name DailyQuestionAnswer
   * @summary Answer a question or change the answer
   * @request POST:/api/daily-question/{id}/answer
   * @secure
   */
  dailyQuestionAnswer = (
    id: string,
    data: AnswerDailyDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The question of one day, as one member may see it. */
        data: DailyQuestionView;
      },
      ErrorBody
    >({
      path: `/api/daily-question/${id}/answer`,
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
   * @tags daily-question
   * @name DailyQuestionSwap
   * @summary Replace today's question with another
   * @request POST:/api/daily-question/{id}/swap
   * @secure
   */
  dailyQuestionSwap = (
    id: string,
    data: DailyVersionDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The question of one day, as one member may see it. */
        data: DailyQuestionView;
      },
      ErrorBody
    >({
      path: `/api/daily-question/${id}/swap`,
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
   * @tags daily-question
   * @name DailyQuestionExclude
   * @summary Exclude a question permanently
   * @request POST:/api/daily-question/{id}/never
   * @secure
   */
  dailyQuestionExclude = (
    id: string,
    data: DailyVersionDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The question of one day, as one member may see it. */
        data: DailyQuestionView;
      },
      ErrorBody
    >({
      path: `/api/daily-question/${id}/never`,
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
   * @tags daily-question
   * @name DailyQuestionReact
   * @summary Add or remove a reaction to a question
   * @request POST:/api/daily-question/{id}/reactions
   * @secure
   */
  dailyQuestionReact = (
    id: string,
    data: ReactionDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The question of one day, as one member may see it. */
        data: DailyQuestionView;
      },
      ErrorBody
    >({
      path: `/api/daily-question/${id}/reactions`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Only once both have answered. Without `capsuleId` they go into the couple's album of kept things.
   *
   * @tags daily-question
   * @name DailyQuestionKeep
   * @summary Keep a question and both answers in a capsule
   * @request POST:/api/daily-question/{id}/keep
   * @secure
   */
  dailyQuestionKeep = (id: string, data: KeepDto, params: RequestParams = {}) =>
    this.request<
      {
        repeated: boolean;
        success: true;
        data: ContributionView;
      },
      ErrorBody
    >({
      path: `/api/daily-question/${id}/keep`,
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
   * @tags daily-question
   * @name OwnQuestionsList
   * @summary List the caller's own questions that have not been asked yet
   * @request GET:/api/questions
   * @secure
   */
  ownQuestionsList = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: OwnQuestionView[];
      },
      ErrorBody
    >({
      path: `/api/questions`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags daily-question
   * @name OwnQuestionsWrite
   * @summary Add a question of the caller's own
   * @request POST:/api/questions
   * @secure
   */
  ownQuestionsWrite = (data: WriteQuestionDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A member's own question that has not been asked yet. Only its author sees it. */
        data: OwnQuestionView;
      },
      ErrorBody
    >({
      path: `/api/questions`,
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
   * @tags daily-question
   * @name OwnQuestionsRemove
   * @summary Delete one of the caller's own questions
   * @request DELETE:/api/questions/{id}
   * @secure
   */
  ownQuestionsRemove = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/questions/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
}
