// Written by `npm run docs`.
import { ErrorBody, NudgeState, SendNudgeDto } from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Nudges<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags nudges
   * @name NudgesGet
   * @summary Return when the caller can send the next nudge
   * @request GET:/api/nudges
   * @secure
   */
  nudgesGet = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The caller's last nudge, and the instant from which the next one is possible. Both are null once that has passed. */
        data: NudgeState;
      },
      ErrorBody
    >({
      path: `/api/nudges`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description A person can send one in five minutes; `Retry-After` says when the next one is possible.
   *
   * @tags nudges
   * @name NudgesSend
   * @summary Send the partner a nudge
   * @request POST:/api/nudges
   * @secure
   */
  nudgesSend = (data: SendNudgeDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The caller's last nudge, and the instant from which the next one is possible. Both are null once that has passed. */
        data: NudgeState;
      },
      ErrorBody
    >({
      path: `/api/nudges`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
}
