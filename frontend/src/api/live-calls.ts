import type { ConversationPage, MessageView, ReadMarkerView, SyncPage } from '@duet/contracts';
import { LIMITS } from '@duet/contracts/plain';
import { baseApi, dataOf } from './base-api.js';

export interface HttpSend {
  content: string;
  clientMessageId: string;
  replyTo?: string;
}

/** Where a page of history lies; the newest without any of them. All are seqs. */
export type PagePlace = { before?: number; after?: number; around?: number; limit?: number };

/** The conversation over HTTP. Nothing is kept here: every answer goes through the one door into the live state. */
const liveApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    conversationPage: build.query<ConversationPage, PagePlace>({
      query: (params) => ({ url: '/messages/conversation', params: { limit: LIMITS.conversationPage, ...params } }),
      transformResponse: dataOf<ConversationPage>,
      keepUnusedDataFor: 0,
    }),
    changesAfter: build.query<SyncPage, number>({
      query: (after) => ({ url: '/messages/sync', params: { after, limit: LIMITS.syncPage } }),
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
  }),
});

export const { conversationPage, changesAfter, postMessage, moveMarker, moveDelivered } = liveApi.endpoints;
