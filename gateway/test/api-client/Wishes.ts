// Written by `npm run docs`.
import {
  ChangeWishDto,
  CreateWishDto,
  Done,
  ErrorBody,
  WishView,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Wishes<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags wishes
   * @name WishesList
   * @summary List wishes, the newest first, with the joint points that are free
   * @request GET:/api/wishes
   * @secure
   */
  wishesList = (
    query?: {
      /** `current` is not fulfilled yet. */
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
        /** The joint points that are neither reserved nor spent; at least 0. */
        available: number;
        success: true;
        data: WishView[];
      },
      ErrorBody
    >({
      path: `/api/wishes`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description A repeated `clientId` answers with the first wish.
   *
   * @tags wishes
   * @name WishesCreate
   * @summary Add something that the caller would gladly do
   * @request POST:/api/wishes
   * @secure
   */
  wishesCreate = (data: CreateWishDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Something that its creator would gladly do for the other. */
        data: WishView;
      },
      ErrorBody
    >({
      path: `/api/wishes`,
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
   * @tags wishes
   * @name WishesChange
   * @summary Change a wish of the caller’s that nobody has redeemed
   * @request PATCH:/api/wishes/{id}
   * @secure
   */
  wishesChange = (
    id: string,
    data: ChangeWishDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** Something that its creator would gladly do for the other. */
        data: WishView;
      },
      ErrorBody
    >({
      path: `/api/wishes/${id}`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description The points of a fulfilled one stay spent.
   *
   * @tags wishes
   * @name WishesDelete
   * @summary Delete a wish of the caller’s
   * @request DELETE:/api/wishes/{id}
   * @secure
   */
  wishesDelete = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/wishes/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description They come back when either gives it back, or after 30 days without both confirmations.
   *
   * @tags wishes
   * @name WishesRedeem
   * @summary Redeem a wish of the partner’s: its points are reserved
   * @request POST:/api/wishes/{id}/redeem
   * @secure
   */
  wishesRedeem = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Something that its creator would gladly do for the other. */
        data: WishView;
      },
      ErrorBody
    >({
      path: `/api/wishes/${id}/redeem`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags wishes
   * @name WishesGiveBack
   * @summary Give the reserved points back, by either of the two
   * @request DELETE:/api/wishes/{id}/redeem
   * @secure
   */
  wishesGiveBack = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Something that its creator would gladly do for the other. */
        data: WishView;
      },
      ErrorBody
    >({
      path: `/api/wishes/${id}/redeem`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description The second confirmation fulfils it and spends its points.
   *
   * @tags wishes
   * @name WishesConfirm
   * @summary Confirm that the wish came true
   * @request POST:/api/wishes/{id}/confirm
   * @secure
   */
  wishesConfirm = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Something that its creator would gladly do for the other. */
        data: WishView;
      },
      ErrorBody
    >({
      path: `/api/wishes/${id}/confirm`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
}
