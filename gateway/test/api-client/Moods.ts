// Written by `npm run docs`.
import {
  Done,
  ErrorBody,
  MoodList,
  MoodView,
  SetMoodDto,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Moods<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags moods
   * @name MoodsList
   * @summary List the moods of both partners, the newest day first
   * @request GET:/api/moods
   * @secure
   */
  moodsList = (
    query?: {
      /**
       * How many days of the couple's calendar, today included.
       * @min 1
       * @max 30
       */
      days?: number;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: MoodList;
      },
      ErrorBody
    >({
      path: `/api/moods`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description The day is the couple's. The first mood of a day notifies the partner.
   *
   * @tags moods
   * @name MoodsSet
   * @summary Set the caller's mood of the day
   * @request PUT:/api/moods/today
   * @secure
   */
  moodsSet = (data: SetMoodDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** One person's mood of one day. */
        data: MoodView;
      },
      ErrorBody
    >({
      path: `/api/moods/today`,
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
   * @tags moods
   * @name MoodsClear
   * @summary Take the caller's mood of the day back
   * @request DELETE:/api/moods/today
   * @secure
   */
  moodsClear = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/moods/today`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
}
