// Written by `npm run docs`.
import { ErrorBody, SearchGroup, SearchResults } from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Search<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * @description Each group holds what its service finds for the caller; what is sealed or not revealed matches nowhere. A group whose service does not answer in time is empty and named in `unavailable`; if no group answers, the call fails.
   *
   * @tags search
   * @name SearchSearch
   * @summary Search what the two share, by words
   * @request GET:/api/search
   * @secure
   */
  searchSearch = (
    query: {
      /**
       * @minLength 2
       * @maxLength 100
       */
      q: string;
      /** Groups to search, separated by commas; all where it is left out. */
      types?: SearchGroup[];
      /**
       * Hits of each group.
       * @min 1
       * @max 20
       */
      limit?: number;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The hits of a search by group; `more` says that the group has others. A group that was not asked for, or that no service has, is empty. */
        data: SearchResults;
      },
      ErrorBody
    >({
      path: `/api/search`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
}
