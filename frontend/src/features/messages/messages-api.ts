import type {
  ConversationSettingsView,
  DraftView,
  MessageView,
  ReactionView,
  ScheduledMessageView,
} from '@duet/contracts';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { FRESH, answerOf, baseApi, dataOf } from '../../api/base-api.js';
import { conversationPage, live } from '../../sync/index.js';

/** The path of a deletion, for this user alone or for both. */
export const deletionPath = (id: string, forMe: boolean): string => `/messages/${id}${forMe ? '?for=me' : ''}`;

type Dispatch = ThunkDispatch<unknown, unknown, UnknownAction>;
type MessageAnswer = Promise<{ data: MessageView }>;

const showMessage = (dispatch: Dispatch, message: MessageView): unknown =>
  dispatch(live.arrived({ kind: 'reply', message }));

/**
 * Reads the message again after a failure. The partner may have changed it meanwhile, so the echo is undone only where the
 * server cannot be reached; a later rev stays then.
 */
async function refetchMessage(dispatch: Dispatch, before: MessageView): Promise<void> {
  const place = { around: before.seq, limit: 1 };
  const { data: page } = await answerOf(dispatch(conversationPage.initiate(place, FRESH)));
  if (page) dispatch(live.arrived({ kind: 'history', page }));
  else showMessage(dispatch, before);
}

/** The messages whose changes have no answer yet, as they were before: the next change begins with what an echo shows. */
const beforeEchoes = new Map<string, MessageView>();

/** Shows the change at once under the message's current rev, then the server's answer. */
async function withEcho(
  dispatch: Dispatch,
  shown: MessageView,
  echo: Partial<MessageView>,
  answer: MessageAnswer,
): Promise<void> {
  const known = beforeEchoes.get(shown._id);
  const before = known?.rev === shown.rev ? known : shown;
  beforeEchoes.set(shown._id, before);
  showMessage(dispatch, { ...shown, ...echo });
  const done = await answer.catch(() => null);
  beforeEchoes.delete(shown._id);
  if (done) showMessage(dispatch, done.data);
  else await refetchMessage(dispatch, before);
}

/** The reactions after this user toggled an emoji. */
export function toggled(reactions: ReactionView[], emoji: string, user: string): ReactionView[] {
  const others = reactions.filter((reaction) => reaction.emoji !== emoji || reaction.user !== user);
  return others.length < reactions.length ? others : [...reactions, { emoji, user }];
}

export interface NewScheduled {
  chatId: string;
  content: string;
  at: string;
  timezone: string;
  clientMessageId: string;
  replyTo?: string;
}

type Of<More> = { message: MessageView } & More;

const messagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    react: build.mutation<MessageView, Of<{ emoji: string; self: string }>>({
      query: ({ message, emoji }) => ({ url: `/messages/${message._id}/reaction`, method: 'POST', body: { emoji } }),
      transformResponse: dataOf<MessageView>,
      onQueryStarted: ({ message, emoji, self }, { dispatch, queryFulfilled }) =>
        withEcho(dispatch, message, { reactions: toggled(message.reactions, emoji, self) }, queryFulfilled),
    }),
    editMessage: build.mutation<MessageView, Of<{ content: string }>>({
      query: ({ message, content }) => ({ url: `/messages/${message._id}`, method: 'PATCH', body: { content } }),
      transformResponse: dataOf<MessageView>,
      onQueryStarted: ({ message, content }, { dispatch, queryFulfilled }) =>
        withEcho(dispatch, message, { content, editedAt: new Date().toISOString() }, queryFulfilled),
    }),
    deleteMessage: build.mutation<MessageView, { id: string; forMe: boolean }>({
      query: ({ id, forMe }) => ({ url: deletionPath(id, forMe), method: 'DELETE' }),
      transformResponse: dataOf<MessageView>,
      onQueryStarted: async (_which, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        if (done) showMessage(dispatch, done.data);
      },
    }),
    pin: build.mutation<MessageView, Of<{ isPinned: boolean }>>({
      query: ({ message, isPinned }) => ({ url: `/messages/${message._id}/pin`, method: isPinned ? 'PUT' : 'DELETE' }),
      transformResponse: dataOf<MessageView>,
      onQueryStarted: ({ message, isPinned }, { dispatch, queryFulfilled }) =>
        withEcho(dispatch, message, { pinnedAt: isPinned ? new Date().toISOString() : null }, queryFulfilled),
      invalidatesTags: ['Pinned'],
    }),
    removePreview: build.mutation<MessageView, { message: MessageView }>({
      query: ({ message }) => ({ url: `/messages/${message._id}/preview`, method: 'DELETE' }),
      transformResponse: dataOf<MessageView>,
      onQueryStarted: ({ message }, { dispatch, queryFulfilled }) =>
        withEcho(dispatch, message, { preview: null }, queryFulfilled),
    }),
    listPinned: build.query<MessageView[], string>({
      query: () => '/messages/pinned',
      transformResponse: dataOf<MessageView[]>,
      providesTags: ['Pinned'],
    }),
    setDisappearing: build.mutation<ConversationSettingsView, { chatId: string; seconds: number | null }>({
      query: (body) => ({ url: '/messages/disappearing', method: 'PUT', body }),
      transformResponse: dataOf<ConversationSettingsView>,
      onQueryStarted: async ({ chatId }, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        if (done)
          dispatch(
            live.arrived({
              kind: 'change',
              chatId,
              change: { kind: 'settings', rev: done.data.rev, settings: done.data },
            }),
          );
      },
    }),
    getDraft: build.query<DraftView, string>({
      query: () => '/messages/draft',
      transformResponse: dataOf<DraftView>,
      providesTags: ['Draft'],
      keepUnusedDataFor: 0,
      onQueryStarted: async (_chatId, { dispatch, queryFulfilled }) => {
        const done = await queryFulfilled.catch(() => null);
        if (done) dispatch(live.draftArrived(done.data));
      },
    }),
    saveDraft: build.mutation<DraftView, { chatId: string; content: string; replyTo: string | null }>({
      query: (body) => ({ url: '/messages/draft', method: 'PUT', body }),
      transformResponse: dataOf<DraftView>,
    }),
    listScheduled: build.query<ScheduledMessageView[], string>({
      query: () => '/messages/scheduled',
      transformResponse: dataOf<ScheduledMessageView[]>,
      providesTags: ['Scheduled'],
    }),
    schedule: build.mutation<ScheduledMessageView, NewScheduled>({
      query: (body) => ({ url: '/messages/scheduled', method: 'POST', body }),
      transformResponse: dataOf<ScheduledMessageView>,
      invalidatesTags: ['Scheduled'],
    }),
    reschedule: build.mutation<ScheduledMessageView, { id: string; content?: string; at?: string; timezone?: string }>({
      query: ({ id, ...body }) => ({ url: `/messages/scheduled/${id}`, method: 'PATCH', body }),
      transformResponse: dataOf<ScheduledMessageView>,
      // After a refusal too: the message may have been sent meanwhile.
      invalidatesTags: ['Scheduled'],
    }),
    cancelScheduled: build.mutation<unknown, string>({
      query: (id) => ({ url: `/messages/scheduled/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Scheduled'],
    }),
  }),
});

export const {
  useReactMutation,
  useEditMessageMutation,
  usePinMutation,
  useRemovePreviewMutation,
  useListPinnedQuery,
  useSetDisappearingMutation,
  useGetDraftQuery,
  useSaveDraftMutation,
  useListScheduledQuery,
  useScheduleMutation,
  useRescheduleMutation,
  useCancelScheduledMutation,
  useDeleteMessageMutation,
} = messagesApi;
