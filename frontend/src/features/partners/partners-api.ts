import type {
  BioView,
  Done,
  InviteOffer,
  InviteView,
  LinkOutcome,
  PartnerRequestView,
  PersonView,
  ReportPersonDto,
  RequestAction,
} from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { ownLink } from './own-link.js';
import { linkTags } from './partners-live.js';
import { fromHere } from './own-timezone.js';

const LINK_CHANGED = [...linkTags, 'Export'] as const;

/** Excludes data that only couples have: after an unlink they may not be loaded. */
const LINK_ENDED = [
  'Partner',
  'Account',
  'ReceivedRequests',
  'SentRequests',
  'Export',
  { type: 'Stats', id: 'me' },
] as const;

const partnersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPartnerBio: build.query<BioView, void>({
      query: () => '/partners/bio',
      transformResponse: dataOf<BioView>,
      providesTags: ['Partner'],
    }),
    searchPeople: build.query<PersonView[], string>({
      query: (q) => ({ url: '/partners/search', params: { q } }),
      transformResponse: dataOf<PersonView[]>,
      // Not cached: every link and block changes the results.
      keepUnusedDataFor: 0,
    }),
    sendRequest: build.mutation<LinkOutcome, { receiverId: string; message: string }>({
      query: (body) => ({ url: '/partners/request', method: 'POST', body: { ...body, ...fromHere() } }),
      transformResponse: dataOf<LinkOutcome>,
      invalidatesTags: (outcome) => (outcome?.partner ? LINK_CHANGED : ['SentRequests']),
      onQueryStarted: (_arg, call) => ownLink.follow(call),
    }),
    getReceivedRequests: build.query<PartnerRequestView[], void>({
      query: () => '/partners/requests',
      transformResponse: dataOf<PartnerRequestView[]>,
      providesTags: ['ReceivedRequests'],
    }),
    getSentRequests: build.query<PartnerRequestView[], void>({
      query: () => '/partners/requests/sent',
      transformResponse: dataOf<PartnerRequestView[]>,
      providesTags: ['SentRequests'],
    }),
    respond: build.mutation<LinkOutcome, { id: string; action: RequestAction }>({
      query: ({ id, action }) => ({
        url: `/partners/requests/${id}`,
        method: 'PATCH',
        body: { action, ...fromHere() },
      }),
      transformResponse: dataOf<LinkOutcome>,
      // After a failure too: the list on the screen is outdated then.
      invalidatesTags: (_outcome, _error, { action }) =>
        action === 'accept' ? LINK_CHANGED : ['ReceivedRequests', 'Partner', 'Notifications'],
      onQueryStarted: ({ action }, call) => (action === 'accept' ? ownLink.follow(call) : undefined),
    }),
    cancelRequest: build.mutation<unknown, string>({
      query: (id) => ({ url: `/partners/requests/${id}`, method: 'DELETE' }),
      invalidatesTags: ['SentRequests'],
    }),
    createInvite: build.mutation<InviteView, void>({
      query: () => ({ url: '/partners/invite', method: 'POST', body: {} }),
      transformResponse: dataOf<InviteView>,
    }),
    lookUpInvite: build.query<InviteOffer, string>({
      query: (code) => `/partners/invite/${encodeURIComponent(code)}`,
      transformResponse: dataOf<InviteOffer>,
    }),
    linkPartner: build.mutation<LinkedAnswer, { partnerIdentifier: string }>({
      query: (body) => ({ url: '/auth/link-partner', method: 'POST', body: { ...body, ...fromHere() } }),
      invalidatesTags: LINK_CHANGED,
      onQueryStarted: (_arg, call) => ownLink.follow(call),
    }),
    getBlocked: build.query<PersonView[], void>({
      query: () => '/partners/blocked',
      transformResponse: dataOf<PersonView[]>,
      providesTags: ['Blocked'],
    }),
    block: build.mutation<unknown, { userId: string }>({
      query: (body) => ({ url: '/partners/block', method: 'POST', body }),
      invalidatesTags: ['Blocked', ...LINK_ENDED],
    }),
    report: build.mutation<Done, ReportPersonDto>({
      query: (body) => ({ url: '/partners/report', method: 'POST', body }),
      transformResponse: dataOf<Done>,
    }),
    unblock: build.mutation<unknown, string>({
      query: (userId) => ({ url: `/partners/block/${userId}`, method: 'DELETE' }),
      invalidatesTags: ['Blocked'],
    }),
    unlink: build.mutation<unknown, void>({
      query: () => ({ url: '/partners/unlink', method: 'DELETE' }),
      invalidatesTags: LINK_ENDED,
    }),
  }),
});

/** The answer has no `data` envelope. */
type LinkedAnswer = Pick<LinkOutcome, 'partner'> & Partial<Pick<LinkOutcome, 'request'>>;

export const {
  useGetPartnerBioQuery,
  useSearchPeopleQuery,
  useSendRequestMutation,
  useGetReceivedRequestsQuery,
  useGetSentRequestsQuery,
  useRespondMutation,
  useCancelRequestMutation,
  useCreateInviteMutation,
  useLinkPartnerMutation,
  useLookUpInviteQuery,
  useUnlinkMutation,
  useGetBlockedQuery,
  useBlockMutation,
  useReportMutation,
  useUnblockMutation,
} = partnersApi;
