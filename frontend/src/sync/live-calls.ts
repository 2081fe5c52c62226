import type { CardView, ConversationPage, MessageView, ReadMarkerView, SyncPage, UnreadMarked } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { baseApi, dataOf } from '../api/base-api.js';

export interface HttpSend {
  chatId: string;
  content: string;
  clientMessageId: string;
  sticker?: string;
  card?: CardView;
  replyTo?: string;
}

/** The page of history to load, by seq; without a seq, the newest. */
export type PagePlace = { before?: number; after?: number; around?: number; limit?: number };

/** The start of a catch-up: a rev, and an `ownRev` once a page has named one. */
export type SyncPlace = { after: number; ownAfter?: number };

/** The conversation over HTTP. Answers are not cached here but folded into the live state. */
const liveApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    conversationPage: build.query<ConversationPage, PagePlace>({
      query: (params) => ({ url: '/messages/conversation', params: { limit: LIMITS.conversationPage, ...params } }),
      transformResponse: dataOf<ConversationPage>,
      keepUnusedDataFor: 0,
    }),
    changesAfter: build.query<SyncPage, SyncPlace>({
      query: (params) => ({ url: '/messages/sync', params: { ...params, limit: LIMITS.syncPage } }),
      transformResponse: dataOf<SyncPage>,
      keepUnusedDataFor: 0,
    }),
    postMessage: build.mutation<MessageView, HttpSend>({
      query: (body) => ({ url: '/messages', method: 'POST', body: { ...body, messageType: 'text' } }),
      transformResponse: dataOf<MessageView>,
    }),
    moveMarker: build.mutation<ReadMarkerView, { chatId: string; upTo: number }>({
      query: (body) => ({ url: '/messages/read', method: 'PATCH', body }),
      transformResponse: dataOf<ReadMarkerView>,
    }),
    moveDelivered: build.mutation<ReadMarkerView, { chatId: string; upTo: number }>({
      query: (body) => ({ url: '/messages/delivered', method: 'PATCH', body }),
      transformResponse: dataOf<ReadMarkerView>,
    }),
    putUnread: build.mutation<UnreadMarked, { chatId: string; from: number | null }>({
      query: (body) => ({ url: '/messages/unread', method: 'PUT', body }),
      transformResponse: dataOf<UnreadMarked>,
      invalidatesTags: ['Unread'],
    }),
  }),
});

export const { conversationPage, changesAfter, postMessage, moveMarker, moveDelivered, putUnread } = liveApi.endpoints;
