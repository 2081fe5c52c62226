// Written by `npm run docs`.
import {
  ConversationPage,
  ConversationSettingsView,
  DayFound,
  DisappearingDto,
  Done,
  DraftView,
  EditDto,
  ErrorBody,
  GalleryPage,
  MarkDeliveredDto,
  MarkReadDto,
  MarkUnreadDto,
  MarkedMessage,
  MessageHits,
  MessageView,
  ReactionDto,
  ReadMarkerView,
  ReplyDto,
  RescheduleDto,
  SaveDraftDto,
  ScheduleMessageDto,
  ScheduledMessageView,
  SearchKind,
  SendMessageDto,
  StarredPage,
  SyncPage,
  UnreadMarked,
} from "./data-contracts.js";
import { HttpClient, RequestParams } from "./http-client.js";

export class Messages<
  SecurityDataType = unknown,
> extends HttpClient<SecurityDataType> {
  /**
   * No description
   *
   * @tags messages
   * @name ConversationPinned
   * @summary List the pinned messages
   * @request GET:/api/messages/pinned
   * @secure
   */
  conversationPinned = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: MessageView[];
      },
      ErrorBody
    >({
      path: `/api/messages/pinned`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name ConversationStarred
   * @summary List the messages that the caller starred, the last star first
   * @request GET:/api/messages/starred
   * @secure
   */
  conversationStarred = (
    query?: {
      /**
       * @min 1
       * @max 9007199254740991
       */
      cursor?: number;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The last starred message first. `nextCursor` is null at the end. */
        data: StarredPage;
      },
      ErrorBody
    >({
      path: `/api/messages/starred`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description `from` is the seq of the message; null takes the mark back. The partner's receipts do not change.
   *
   * @tags messages
   * @name ConversationUnread
   * @summary Mark the conversation as unread from a message on, for the caller alone
   * @request PUT:/api/messages/unread
   * @secure
   */
  conversationUnread = (data: MarkUnreadDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The unread mark with the own revision of its last change. `unread` counts the partner's messages with it. */
        data: UnreadMarked;
      },
      ErrorBody
    >({
      path: `/api/messages/unread`,
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
   * @tags messages
   * @name ConversationGallery
   * @summary List the media, files, voice notes or links of the conversation
   * @request GET:/api/messages/gallery
   * @secure
   */
  conversationGallery = (
    query: {
      /**
       * @min 1
       * @max 9007199254740991
       */
      before?: number;
      /**
       * @min 1
       * @max 100
       */
      limit?: number;
      kind: "media" | "voice" | "file" | "link";
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        data: GalleryPage;
      },
      ErrorBody
    >({
      path: `/api/messages/gallery`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name ConversationDisappearing
   * @summary Set the time after which messages disappear for both partners
   * @request PUT:/api/messages/disappearing
   * @secure
   */
  conversationDisappearing = (
    data: DisappearingDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The shared settings: messages disappear this many seconds after they were sent; null: never. */
        data: ConversationSettingsView;
      },
      ErrorBody
    >({
      path: `/api/messages/disappearing`,
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
   * @tags messages
   * @name DraftsGet
   * @summary Return the caller's draft
   * @request GET:/api/messages/draft
   * @secure
   */
  draftsGet = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A draft, as of `version`. An empty `content` is no draft. */
        data: DraftView;
      },
      ErrorBody
    >({
      path: `/api/messages/draft`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name DraftsSave
   * @summary Save the caller's draft
   * @request PUT:/api/messages/draft
   * @secure
   */
  draftsSave = (data: SaveDraftDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A draft, as of `version`. An empty `content` is no draft. */
        data: DraftView;
      },
      ErrorBody
    >({
      path: `/api/messages/draft`,
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
   * @tags messages
   * @name MessageChangesReact
   * @summary Add or remove a reaction to a message
   * @request POST:/api/messages/{id}/reaction
   * @secure
   */
  messageChangesReact = (
    id: string,
    data: ReactionDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
        data: MessageView;
      },
      ErrorBody
    >({
      path: `/api/messages/${id}/reaction`,
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
   * @tags messages
   * @name MessageChangesPin
   * @summary Pin a message
   * @request PUT:/api/messages/{id}/pin
   * @secure
   */
  messageChangesPin = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
        data: MessageView;
      },
      ErrorBody
    >({
      path: `/api/messages/${id}/pin`,
      method: "PUT",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name MessageChangesUnpin
   * @summary Unpin a message
   * @request DELETE:/api/messages/{id}/pin
   * @secure
   */
  messageChangesUnpin = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
        data: MessageView;
      },
      ErrorBody
    >({
      path: `/api/messages/${id}/pin`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name MessageChangesRemovePreview
   * @summary Remove the link preview of a message
   * @request DELETE:/api/messages/{id}/preview
   * @secure
   */
  messageChangesRemovePreview = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
        data: MessageView;
      },
      ErrorBody
    >({
      path: `/api/messages/${id}/preview`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name MessageChangesPlayed
   * @summary Mark a voice note as played
   * @request POST:/api/messages/{id}/played
   * @secure
   */
  messageChangesPlayed = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
        data: MessageView;
      },
      ErrorBody
    >({
      path: `/api/messages/${id}/played`,
      method: "POST",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name MessageChangesEdit
   * @summary Edit one of the caller's text messages
   * @request PATCH:/api/messages/{id}
   * @secure
   */
  messageChangesEdit = (
    id: string,
    data: EditDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
        data: MessageView;
      },
      ErrorBody
    >({
      path: `/api/messages/${id}`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * @description The partner never learns of the second.
   *
   * @tags messages
   * @name MessageChangesDelete
   * @summary Delete one of the caller's messages for both partners; with `for=me`, delete a message of either for the caller alone
   * @request DELETE:/api/messages/{id}
   * @secure
   */
  messageChangesDelete = (
    id: string,
    query?: {
      for?: "me";
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
        data: MessageView;
      },
      ErrorBody
    >({
      path: `/api/messages/${id}`,
      method: "DELETE",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name MessageChangesStar
   * @summary Star a message for the caller alone
   * @request PUT:/api/messages/{id}/star
   * @secure
   */
  messageChangesStar = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A mark with the own revision of its last change. */
        data: MarkedMessage;
      },
      ErrorBody
    >({
      path: `/api/messages/${id}/star`,
      method: "PUT",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name MessageChangesUnstar
   * @summary Remove the caller's star from a message
   * @request DELETE:/api/messages/{id}/star
   * @secure
   */
  messageChangesUnstar = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A mark with the own revision of its last change. */
        data: MarkedMessage;
      },
      ErrorBody
    >({
      path: `/api/messages/${id}/star`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name MessagesConversation
   * @summary Return a page of the conversation
   * @request GET:/api/messages/conversation
   * @secure
   */
  messagesConversation = (
    query?: {
      /**
       * @min 1
       * @max 9007199254740991
       */
      page?: number;
      /**
       * @min 1
       * @max 100
       */
      limit?: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      before?: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      after?: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      around?: number;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A page of history, ascending by seq, read in one snapshot at revision `asOf`. `hasMore` is for the direction of the query: newer messages for `after`, older ones otherwise. `unread` counts the partner's messages after the caller's marker, among the newest `LIMITS.unreadCounted` messages. */
        data: ConversationPage;
      },
      ErrorBody
    >({
      path: `/api/messages/conversation`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name MessagesSync
   * @summary Return the changes to the conversation after a revision
   * @request GET:/api/messages/sync
   * @secure
   */
  messagesSync = (
    query: {
      /**
       * @min 0
       * @max 9007199254740991
       */
      after: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      ownAfter?: number;
      /**
       * @min 1
       * @max 200
       */
      limit?: number;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** Every change after the revision `after`, in order. `upTo` is the next page's `after`, `asOf` the conversation's revision. An object that changed several times appears once, in its last state. */
        data: SyncPage;
      },
      ErrorBody
    >({
      path: `/api/messages/sync`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description `q` may be left out beside a filter. `since` and `until` are days of the couple's time zone.
   *
   * @tags messages
   * @name MessagesSearch
   * @summary Search the conversation by words and filters
   * @request GET:/api/messages/search
   * @secure
   */
  messagesSearch = (
    query: {
      /**
       * @min 1
       * @max 9007199254740991
       */
      before?: number;
      /**
       * @min 1
       * @max 100
       */
      limit?: number;
      from?: "me" | "partner";
      kind?: SearchKind;
      since?: string;
      until?: string;
      /**
       * The `nextCursor` of the page before.
       * @min 1
       * @max 9007199254740991
       */
      cursor?: number;
      /** @maxLength 100 */
      q: string;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** `total` counts the hits of the whole search up to `LIMITS.searchCounted`; only its first page has it. `nextCursor` is null at the end. */
        data: MessageHits;
      },
      ErrorBody
    >({
      path: `/api/messages/search`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description The day is one of the couple's time zone.
   *
   * @tags messages
   * @name MessagesDay
   * @summary Find the first message of a day or, where that has none, of the next day with messages
   * @request GET:/api/messages/day
   * @secure
   */
  messagesDay = (
    query: {
      day: string;
    },
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** The seq of the first message of a day or, where that has none, of the next day with messages; null after the last one. */
        data: DayFound;
      },
      ErrorBody
    >({
      path: `/api/messages/day`,
      method: "GET",
      query: query,
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name MessagesUnreadCount
   * @summary Count the caller's unread messages
   * @request GET:/api/messages/unread-count
   * @secure
   */
  messagesUnreadCount = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: {
          count: number;
        };
      },
      ErrorBody
    >({
      path: `/api/messages/unread-count`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * @description Repeating a `clientMessageId` does not send again.
   *
   * @tags messages
   * @name MessagesSend
   * @summary Send a text message
   * @request POST:/api/messages
   * @secure
   */
  messagesSend = (data: SendMessageDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
        data: MessageView;
      },
      ErrorBody
    >({
      path: `/api/messages`,
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
   * @tags messages
   * @name MessagesReply
   * @summary Reply to a message with a text message
   * @request POST:/api/messages/{id}/reply
   * @secure
   */
  messagesReply = (id: string, data: ReplyDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A message on the wire. `seq` is its place in the conversation (1, 2, 3 …, no holes), `rev` the conversation's revision at its last change. `isRead` and `status` are as of that rev; later read markers advance them. */
        data: MessageView;
      },
      ErrorBody
    >({
      path: `/api/messages/${id}/reply`,
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
   * @tags messages
   * @name MessagesMarkRead
   * @summary Move the caller's read marker forward
   * @request PATCH:/api/messages/read
   * @secure
   */
  messagesMarkRead = (data: MarkReadDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** How far one person has read (`upTo`, a seq) and how far messages have reached a device of theirs (`deliveredUpTo`, never less). Both only move forward. While receipts are off, the partner sees no moves. `rev` is the revision of the last move that both see. Only the owner gets `ownRev`, the own revision of the last move; the previous build does not send it. */
        data: ReadMarkerView;
      },
      ErrorBody
    >({
      path: `/api/messages/read`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name MessagesMarkDelivered
   * @summary Move the caller's delivery marker forward
   * @request PATCH:/api/messages/delivered
   * @secure
   */
  messagesMarkDelivered = (
    data: MarkDeliveredDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** How far one person has read (`upTo`, a seq) and how far messages have reached a device of theirs (`deliveredUpTo`, never less). Both only move forward. While receipts are off, the partner sees no moves. `rev` is the revision of the last move that both see. Only the owner gets `ownRev`, the own revision of the last move; the previous build does not send it. */
        data: ReadMarkerView;
      },
      ErrorBody
    >({
      path: `/api/messages/delivered`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name ScheduledList
   * @summary List the caller's scheduled messages
   * @request GET:/api/messages/scheduled
   * @secure
   */
  scheduledList = (params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        data: ScheduledMessageView[];
      },
      ErrorBody
    >({
      path: `/api/messages/scheduled`,
      method: "GET",
      secure: true,
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name ScheduledAdd
   * @summary Schedule a text message
   * @request POST:/api/messages/scheduled
   * @secure
   */
  scheduledAdd = (data: ScheduleMessageDto, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** A text that the server sends later. `at` is `YYYY-MM-DDTHH:MM` in `timezone`, `sendAt` the instant by today's rules of that zone. `clientMessageId` becomes the message's. One that is on hold is not sent until its author changes it. */
        data: ScheduledMessageView;
      },
      ErrorBody
    >({
      path: `/api/messages/scheduled`,
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
   * @tags messages
   * @name ScheduledChange
   * @summary Change the text or time of a scheduled message
   * @request PATCH:/api/messages/scheduled/{id}
   * @secure
   */
  scheduledChange = (
    id: string,
    data: RescheduleDto,
    params: RequestParams = {},
  ) =>
    this.request<
      {
        success: true;
        /** A text that the server sends later. `at` is `YYYY-MM-DDTHH:MM` in `timezone`, `sendAt` the instant by today's rules of that zone. `clientMessageId` becomes the message's. One that is on hold is not sent until its author changes it. */
        data: ScheduledMessageView;
      },
      ErrorBody
    >({
      path: `/api/messages/scheduled/${id}`,
      method: "PATCH",
      body: data,
      secure: true,
      type: "application/json",
      format: "json",
      ...params,
    });
  /**
   * No description
   *
   * @tags messages
   * @name ScheduledCancel
   * @summary Cancel a scheduled message
   * @request DELETE:/api/messages/scheduled/{id}
   * @secure
   */
  scheduledCancel = (id: string, params: RequestParams = {}) =>
    this.request<
      {
        success: true;
        /** The answer of a call without a result. */
        data: Done;
      },
      ErrorBody
    >({
      path: `/api/messages/scheduled/${id}`,
      method: "DELETE",
      secure: true,
      format: "json",
      ...params,
    });
}
