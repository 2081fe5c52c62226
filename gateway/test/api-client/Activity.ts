// Written by `npm run docs`.
import { ActivityView, ErrorBody } from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Activity<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags activity
   * @name ActivityList
   * @summary List the couple's activity, newest first
   * @request GET:/api/activity
   * @secure
   */
  activityList = (
    query?: {
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
        data: ActivityView[];
      },
      ErrorBody
    >({
      path: `/api/activity`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
}
