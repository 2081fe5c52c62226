// Written by `npm run docs`.
import {
  CapsuleKind,
  CapsuleView,
  DismissYearDto,
  Done,
  ErrorBody,
  HiddenMemories,
  HiddenMemory,
  HideMemoryDto,
  KeepYearDto,
  MemoryChoices,
  MemoryMap,
  OnThisDayChoice,
  OnThisDayView,
  OurYear,
  SwitchOnThisDayDto,
  TimelineEntry,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Memories<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags memories
   * @name OnThisDayGet
   * @summary Return the couple's messages and memories of this day in earlier years
   * @request GET:/api/memories/on-this-day
   * @secure
   */
  onThisDayGet = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The moments the couple shared on this day in earlier years, latest year first; nothing while switched off. `day` (YYYY-MM-DD) is today in the couple's time zone, `until` the instant at which tomorrow begins. */
        data: OnThisDayView;
      },
      ErrorBody
    >({
      path: `/api/memories/on-this-day`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags memories
   * @name OnThisDaySwitch
   * @summary Turn "On this day" on or off for the caller
   * @request PUT:/api/memories/on-this-day
   * @secure
   */
  onThisDaySwitch = (data: SwitchOnThisDayDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Whether a person has earlier years switched on. */
        data: OnThisDayChoice;
      },
      ErrorBody
    >({
      path: `/api/memories/on-this-day`,
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
   * @tags memories
   * @name OnThisDayHide
   * @summary Hide a message, a capsule or a range of days from the caller's "On this day"
   * @request POST:/api/memories/on-this-day/hide
   * @secure
   */
  onThisDayHide = (data: HideMemoryDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A hidden memory: a message, a period of days, or a capsule with all that lies in it. */
        data: HiddenMemory;
      },
      ErrorBody
    >({
      path: `/api/memories/on-this-day/hide`,
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
   * @tags memories
   * @name OnThisDayExclusions
   * @summary List what the caller has hidden from "On this day"
   * @request GET:/api/memories/on-this-day/exclusions
   * @secure
   */
  onThisDayExclusions = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** Messages and periods latest first, then capsules. */
        data: HiddenMemories;
      },
      ErrorBody
    >({
      path: `/api/memories/on-this-day/exclusions`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags memories
   * @name OnThisDayRemove
   * @summary Show a hidden message, capsule or range of days again
   * @request DELETE:/api/memories/on-this-day/exclusions/{id}
   * @secure
   */
  onThisDayRemove = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/memories/on-this-day/exclusions/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags memories
   * @name OurYearGet
   * @summary Propose a keepsake of the year, on 31 December and on the couple's anniversary
   * @request GET:/api/memories/our-year
   * @secure
   */
  ourYearGet = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** null on most days, once the keepsake of the occasion exists, and after "not this year". */
        data: OurYear;
      },
      ErrorBody
    >({
      path: `/api/memories/our-year`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description The first call creates the keepsake; later ones, also the partner's, add to it.
   *
   * @tags memories
   * @name OurYearKeep
   * @summary Put messages into the keepsake of this year or the last, of 31 December or of the anniversary
   * @request POST:/api/memories/our-year
   * @secure
   */
  ourYearKeep = (data: KeepYearDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A capsule as its viewer may see it: sealed contributions are in no answer. */
        data: CapsuleView;
      },
      ErrorBody
    >({
      path: `/api/memories/our-year`,
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
   * @tags memories
   * @name OurYearDismiss
   * @summary Propose this year's occasion to the caller no more
   * @request POST:/api/memories/our-year/dismiss
   * @secure
   */
  ourYearDismiss = (data: DismissYearDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/memories/our-year/dismiss`,
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
   * @tags memories
   * @name TimelineTimeline
   * @summary List contributions by the day they are about, the latest first
   * @request GET:/api/memories/timeline
   * @secure
   */
  timelineTimeline = (
    query?: {
      /**
       * Of the day it is about.
       * @min 1900
       * @max 2199
       */
      year?: number;
      /** @format uuid */
      author?: string;
      /**
       * Of the capsule.
       * @maxLength 30
       */
      tag?: string;
      kind?: CapsuleKind;
      /** Only in capsules that the caller has marked. */
      shelf?: "favourites";
      /** @format uuid */
      cursor?: string;
      /**
       * The year with whose last day the list begins.
       * @min 1900
       * @max 2199
       */
      fromYear?: number;
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
        data: TimelineEntry[];
      },
      ErrorBody
    >({
      path: `/api/memories/timeline`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags memories
   * @name TimelineMap
   * @summary List the places of readable contributions
   * @request GET:/api/memories/map
   * @secure
   */
  timelineMap = (
    query?: {
      /**
       * Of the day it is about.
       * @min 1900
       * @max 2199
       */
      year?: number;
      /** @format uuid */
      author?: string;
      /**
       * Of the capsule.
       * @maxLength 30
       */
      tag?: string;
      kind?: CapsuleKind;
      /** Only in capsules that the caller has marked. */
      shelf?: "favourites";
      /** @format uuid */
      cursor?: string;
      /**
       * @min 1
       * @max 1000
       */
      limit?: number;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: MemoryMap;
      },
      ErrorBody
    >({
      path: `/api/memories/map`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags memories
   * @name TimelineChoices
   * @summary List the years and tags that memories can be filtered by
   * @request GET:/api/memories/choices
   * @secure
   */
  timelineChoices = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The values that the couple's memories can be filtered by. */
        data: MemoryChoices;
      },
      ErrorBody
    >({
      path: `/api/memories/choices`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
}
