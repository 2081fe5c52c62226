// Written by `npm run docs`.
import {
  ChooseInStoryDto,
  ErrorBody,
  RespondToStoryDto,
  StartStoryDto,
  StoryReadingView,
  StorySummary,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Stories<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags stories
   * @name StoriesList
   * @summary List the stories of Duet, each with its open reading and the newest finished ones
   * @request GET:/api/stories
   * @secure
   */
  storiesList = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: StorySummary[];
      },
      ErrorBody
    >({
      path: `/api/stories`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description A story that is open already is answered with its reading, as is a repeated `clientId`.
   *
   * @tags stories
   * @name StoriesStart
   * @summary Invite the partner to a story
   * @request POST:/api/stories/{templateId}/sessions
   * @secure
   */
  storiesStart = (
    templateId: string,
    data: StartStoryDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A reading of a story as one of the two may see it. */
        data: StoryReadingView;
      },
      ErrorBody
    >({
      path: `/api/stories/${templateId}/sessions`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description The partner's choice appears once both have chosen.
   *
   * @tags stories
   * @name StoriesGet
   * @summary Return a reading of a story
   * @request GET:/api/stories/sessions/{id}
   * @secure
   */
  storiesGet = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A reading of a story as one of the two may see it. */
        data: StoryReadingView;
      },
      ErrorBody
    >({
      path: `/api/stories/sessions/${id}`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags stories
   * @name StoriesRespond
   * @summary Accept an invitation, decline it, take it back or leave the story
   * @request PATCH:/api/stories/sessions/{id}/respond
   * @secure
   */
  storiesRespond = (
    id: string,
    data: RespondToStoryDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A reading of a story as one of the two may see it. */
        data: StoryReadingView;
      },
      ErrorBody
    >({
      path: `/api/stories/sessions/${id}/respond`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description All but a photo are JSON; one photo comes as a form where the prompt takes it, alone or with a line. A choice may change until the other has chosen, and the new one replaces all of the old one. With the second one the story goes on and shows both. A repeated `clientId` answers with the reading as it is.
   *
   * @tags stories
   * @name StoriesChoose
   * @summary Read a scene on, choose, write a line or show a photo
   * @request POST:/api/stories/sessions/{id}/choice
   * @secure
   */
  storiesChoose = (
    id: string,
    data: ChooseInStoryDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A reading of a story as one of the two may see it. */
        data: StoryReadingView;
      },
      ErrorBody
    >({
      path: `/api/stories/sessions/${id}/choice`,
      method: "POST",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description There is one: a repeated call answers with the story as it is. `capsuleId` names the album.
   *
   * @tags stories
   * @name StoriesKeep
   * @summary Make an album of a finished story: its ending, and what each chose, wrote and showed on the way
   * @request POST:/api/stories/sessions/{id}/keepsake
   * @secure
   */
  storiesKeep = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A reading of a story as one of the two may see it. */
        data: StoryReadingView;
      },
      ErrorBody
    >({
      path: `/api/stories/sessions/${id}/keepsake`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
}
