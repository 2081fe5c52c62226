// Written by `npm run docs`.
import {
  AddListItemDto,
  ChangeListDto,
  ChangeListItemDto,
  CreateListDto,
  Done,
  ErrorBody,
  ListItemView,
  ListSummary,
  ListSync,
  ListTemplateView,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Lists<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags lists
   * @name ListsList
   * @summary List the lists, the newest first
   * @request GET:/api/lists
   * @secure
   */
  listsList = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: ListSummary[];
      },
      ErrorBody
    >({
      path: `/api/lists`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description A repeated `clientId` answers with the first one. The items of a template are in the caller’s language.
   *
   * @tags lists
   * @name ListsCreate
   * @summary Create a list
   * @request POST:/api/lists
   * @secure
   */
  listsCreate = (data: CreateListDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A list without its items. */
        data: ListSummary;
      },
      ErrorBody
    >({
      path: `/api/lists`,
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
   * @tags lists
   * @name ListsTemplates
   * @summary List the templates that come with Duet
   * @request GET:/api/lists/templates
   * @secure
   */
  listsTemplates = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: ListTemplateView[];
      },
      ErrorBody
    >({
      path: `/api/lists/templates`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags lists
   * @name ListsChange
   * @summary Change the title or the kind of a list
   * @request PATCH:/api/lists/{id}
   * @secure
   */
  listsChange = (id: string, data: ChangeListDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A list without its items. */
        data: ListSummary;
      },
      ErrorBody
    >({
      path: `/api/lists/${id}`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Where the partner has written into it the first call records the request, and the partner's call within 7 days deletes.
   *
   * @tags lists
   * @name ListsDelete
   * @summary Delete a list
   * @request DELETE:/api/lists/{id}
   * @secure
   */
  listsDelete = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/lists/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description After 0 it returns all items.
   *
   * @tags lists
   * @name ListsSync
   * @summary Return a list and the items that changed after a rev
   * @request GET:/api/lists/{id}/sync
   * @secure
   */
  listsSync = (
    id: string,
    query: {
      /**
       * 0 asks for all items.
       * @min 0
       * @max 9007199254740991
       */
      after: number;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The changes of a list in the order of their revs. */
        data: ListSync;
      },
      ErrorBody
    >({
      path: `/api/lists/${id}/sync`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags lists
   * @name ListsPick
   * @summary Choose one of the open items, another one than before where there are several
   * @request POST:/api/lists/{id}/pick
   * @secure
   */
  listsPick = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A list without its items. */
        data: ListSummary;
      },
      ErrorBody
    >({
      path: `/api/lists/${id}/pick`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description A repeated `clientId` answers with the first one.
   *
   * @tags lists
   * @name ListsAddItem
   * @summary Add an item
   * @request POST:/api/lists/{id}/items
   * @secure
   */
  listsAddItem = (
    id: string,
    data: AddListItemDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: ListItemView;
      },
      ErrorBody
    >({
      path: `/api/lists/${id}/items`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description Of two edits of one field the later wins. An edit whose `rev` is older than the deletion restores the item.
   *
   * @tags lists
   * @name ListsChangeItem
   * @summary Change, tick, untick or restore an item
   * @request PATCH:/api/lists/{id}/items/{itemId}
   * @secure
   */
  listsChangeItem = (
    id: string,
    itemId: string,
    data: ChangeListItemDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: ListItemView;
      },
      ErrorBody
    >({
      path: `/api/lists/${id}/items/${itemId}`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description A deletion whose `rev` is older than the last edit does nothing.
   *
   * @tags lists
   * @name ListsDeleteItem
   * @summary Delete an item
   * @request DELETE:/api/lists/{id}/items/{itemId}
   * @secure
   */
  listsDeleteItem = (
    id: string,
    itemId: string,
    query: {
      /**
       * The item's rev that the caller had seen.
       * @min 0
       * @max 9007199254740991
       */
      rev: number;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: ListItemView;
      },
      ErrorBody
    >({
      path: `/api/lists/${id}/items/${itemId}`,
      method: "DELETE",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
}
