// Written by `npm run docs`.
import { ErrorBody, StatsView } from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Stats<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags stats
   * @name StatsCouple
   * @summary Return the couple's statistics
   * @request GET:/api/stats/couple
   * @secure
   */
  statsCouple = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The four figures of the dashboard (the couple's) and of the profile (the user's own), as the gateway composes them. */
        data: StatsView;
      },
      ErrorBody
    >({
      path: `/api/stats/couple`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description They are zero without a partner.
   *
   * @tags stats
   * @name StatsMe
   * @summary Return the caller's own statistics
   * @request GET:/api/stats/me
   * @secure
   */
  statsMe = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The four figures of the dashboard (the couple's) and of the profile (the user's own), as the gateway composes them. */
        data: StatsView;
      },
      ErrorBody
    >({
      path: `/api/stats/me`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
}
