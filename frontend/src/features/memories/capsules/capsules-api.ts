import type {
  AddContributionDto,
  ArchiveAddress,
  CapsuleCommentView,
  CapsuleListQueryDto,
  CapsuleSummary,
  CapsuleView,
  ChangeCapsuleDto,
  ChangeContributionDto,
  ContributionView,
  CreateCapsuleDto,
  DescribedFile,
  KeepDto,
  Kept,
  TimelineEntry,
  TimelineQueryDto,
} from '@duet/contracts';
import { baseApi, dataOf } from '../../../api/base-api.js';
import { FILES_TIMEOUT } from '../../../api/files-timeout.js';
import type { MemoryFilter } from '../filter/use-memory-filter.js';
import { rememberFiles } from '../../../media/stored/entity-addresses.js';

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The presses that take nothing but the capsule. */
export type Press = 'seal' | 'unseal' | 'open' | 'finish' | 'reopen' | 'restore' | 'delete';

const PRESSES: Record<Press, { path: string; method: 'POST' | 'DELETE' }> = {
  seal: { path: '/seal', method: 'POST' },
  unseal: { path: '/seal', method: 'DELETE' },
  open: { path: '/open', method: 'POST' },
  finish: { path: '/finish', method: 'POST' },
  reopen: { path: '/finish', method: 'DELETE' },
  restore: { path: '/restore', method: 'POST' },
  delete: { path: '', method: 'DELETE' },
};

/** Keeps the links of covers that came with an answer. */
const rememberCovers = (capsules: readonly Pick<CapsuleSummary, 'cover'>[]): void =>
  rememberFiles([{ attachments: capsules.flatMap(({ cover }) => cover ?? []) }]);

const pageOf = <Item>({ data, nextCursor }: { data: Item[]; nextCursor: string | null }): Page<Item> => ({
  items: data,
  nextCursor,
});

/** The filter of a list, without the cursor: each filter has its own pages. */
export type CapsuleFilter = Pick<CapsuleListQueryDto, 'status' | 'kind' | 'q' | 'shelf' | 'year' | 'author' | 'tag'>;

export type TimelineFilter = MemoryFilter & Pick<TimelineQueryDto, 'fromYear'>;

/** The thing that the user wants to keep. */
export type KeepRequest = { what: 'message'; messageId: string } | { what: 'answers'; questionId: string };

interface Keeping extends KeepDto {
  request: KeepRequest;
}

const CHANGES = ['Capsules', 'Stats'] as const;

/** "On this day" shows finished capsules and their titles. */
const CHANGES_OF_ONE = [...CHANGES, 'OnThisDay'] as const;

const capsulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getCapsules: build.infiniteQuery<Page<CapsuleSummary>, CapsuleFilter, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        url: '/capsules',
        params: { ...queryArg, ...(pageParam !== null && { cursor: pageParam }) },
      }),
      transformResponse: (answer: { data: CapsuleSummary[]; nextCursor: string | null }) => {
        rememberCovers(answer.data);
        return pageOf(answer);
      },
      providesTags: ['Capsules'],
    }),
    getTimeline: build.infiniteQuery<Page<TimelineEntry>, TimelineFilter, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        url: '/memories/timeline',
        params: { ...queryArg, ...(pageParam !== null && { cursor: pageParam }) },
      }),
      transformResponse: (answer: { data: TimelineEntry[]; nextCursor: string | null }) => {
        rememberFiles(answer.data.map(({ contribution }) => contribution));
        rememberCovers(answer.data.map(({ capsule }) => capsule));
        return pageOf(answer);
      },
      providesTags: ['Capsules'],
    }),
    getCapsule: build.query<CapsuleView, string>({
      query: (id) => `/capsules/${id}`,
      transformResponse: ({ data }: { data: CapsuleView }) => {
        rememberFiles(data.contributions);
        rememberCovers([data]);
        return data;
      },
      providesTags: ['Capsules'],
    }),
    getContributions: build.infiniteQuery<Page<ContributionView>, string, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        url: `/capsules/${queryArg}/contributions`,
        params: pageParam === null ? {} : { cursor: pageParam },
      }),
      transformResponse: (answer: { data: ContributionView[]; nextCursor: string | null }) => {
        rememberFiles(answer.data);
        return pageOf(answer);
      },
      providesTags: ['Capsules'],
    }),
    createCapsule: build.mutation<CapsuleView, CreateCapsuleDto>({
      query: (body) => ({ url: '/capsules', method: 'POST', body }),
      transformResponse: dataOf<CapsuleView>,
      invalidatesTags: CHANGES,
    }),
    changeCapsule: build.mutation<CapsuleView, ChangeCapsuleDto & { id: string }>({
      query: ({ id, ...body }) => ({ url: `/capsules/${id}`, method: 'PATCH', body }),
      transformResponse: dataOf<CapsuleView>,
      // After a refusal too: then the capsule on the screen is the wrong one.
      invalidatesTags: CHANGES_OF_ONE,
    }),
    setCover: build.mutation<CapsuleView, { id: string; clientId: string; picture: File }>({
      query: ({ id, clientId, picture }) => {
        const body = new FormData();
        body.append('clientId', clientId);
        body.append('files', picture);
        return { url: `/capsules/${id}/cover`, method: 'PUT', body, timeout: FILES_TIMEOUT };
      },
      transformResponse: dataOf<CapsuleView>,
      invalidatesTags: ['Capsules'],
    }),
    prepareArchive: build.mutation<ArchiveAddress, string>({
      query: (id) => ({ url: `/capsules/${id}/archive`, method: 'POST' }),
      transformResponse: dataOf<ArchiveAddress>,
    }),
    actOnCapsule: build.mutation<CapsuleView, { id: string; press: Press }>({
      query: ({ id, press }) => ({ url: `/capsules/${id}${PRESSES[press].path}`, method: PRESSES[press].method }),
      transformResponse: dataOf<CapsuleView>,
      invalidatesTags: CHANGES_OF_ONE,
    }),
    markCapsule: build.mutation<CapsuleView, { id: string; mark: 'favourite' | 'hidden'; on: boolean }>({
      query: ({ id, mark, on }) => ({ url: `/capsules/${id}/${mark}`, method: on ? 'PUT' : 'DELETE' }),
      transformResponse: dataOf<CapsuleView>,
      invalidatesTags: ['Capsules'],
    }),
    proposeUnlock: build.mutation<CapsuleView, { id: string; unlockAt: string }>({
      query: ({ id, unlockAt }) => ({ url: `/capsules/${id}/unlock-date`, method: 'POST', body: { unlockAt } }),
      transformResponse: dataOf<CapsuleView>,
      invalidatesTags: ['Capsules'],
    }),
    answerUnlock: build.mutation<CapsuleView, { id: string; action: 'accept' | 'reject'; unlockAt: string }>({
      query: ({ id, ...body }) => ({ url: `/capsules/${id}/unlock-date`, method: 'PATCH', body }),
      transformResponse: dataOf<CapsuleView>,
      invalidatesTags: ['Capsules'],
    }),
    addContribution: build.mutation<ContributionView, AddContributionDto & { id: string }>({
      query: ({ id, ...body }) => ({ url: `/capsules/${id}/contributions`, method: 'POST', body }),
      transformResponse: dataOf<ContributionView>,
      invalidatesTags: ['Capsules'],
    }),
    keep: build.mutation<Kept, Keeping>({
      query: ({ request, ...body }) =>
        request.what === 'message'
          ? {
              url: '/capsules/from-message',
              method: 'POST',
              body: { ...body, messageId: request.messageId },
              timeout: FILES_TIMEOUT,
            }
          : { url: `/daily-question/${request.questionId}/keep`, method: 'POST', body },
      transformResponse: ({ data, repeated }: { data: ContributionView; repeated: boolean }) => ({
        contribution: data,
        repeated,
      }),
      invalidatesTags: CHANGES,
    }),
    changeContribution: build.mutation<
      ContributionView,
      ChangeContributionDto & { id: string; contributionId: string }
    >({
      query: ({ id, contributionId, ...body }) => ({
        url: `/capsules/${id}/contributions/${contributionId}`,
        method: 'PATCH',
        body,
      }),
      transformResponse: dataOf<ContributionView>,
      invalidatesTags: ['Capsules'],
    }),
    describeFiles: build.mutation<{ files: DescribedFile[] }, { id: string; ids: string[] }>({
      query: ({ id, ids }) => ({ url: `/capsules/${id}/links`, method: 'POST', body: { ids } }),
      transformResponse: dataOf<{ files: DescribedFile[] }>,
    }),
    deleteContribution: build.mutation<unknown, { id: string; contributionId: string }>({
      query: ({ id, contributionId }) => ({ url: `/capsules/${id}/contributions/${contributionId}`, method: 'DELETE' }),
      invalidatesTags: ['Capsules'],
    }),
    reactToCapsule: build.mutation<CapsuleView, { id: string; emoji: string }>({
      query: ({ id, emoji }) => ({ url: `/capsules/${id}/reactions`, method: 'POST', body: { emoji } }),
      transformResponse: dataOf<CapsuleView>,
      invalidatesTags: ['Capsules'],
    }),
    addComment: build.mutation<CapsuleCommentView, { id: string; text: string; clientId: string }>({
      query: ({ id, ...body }) => ({ url: `/capsules/${id}/comments`, method: 'POST', body }),
      transformResponse: dataOf<CapsuleCommentView>,
      invalidatesTags: ['Capsules'],
    }),
    deleteComment: build.mutation<unknown, { id: string; commentId: string }>({
      query: ({ id, commentId }) => ({ url: `/capsules/${id}/comments/${commentId}`, method: 'DELETE' }),
      invalidatesTags: ['Capsules'],
    }),
  }),
});

export const {
  useGetCapsulesInfiniteQuery,
  useGetTimelineInfiniteQuery,
  useGetCapsuleQuery,
  useLazyGetCapsuleQuery,
  useGetContributionsInfiniteQuery,
  useCreateCapsuleMutation,
  useChangeCapsuleMutation,
  useSetCoverMutation,
  usePrepareArchiveMutation,
  useActOnCapsuleMutation,
  useMarkCapsuleMutation,
  useProposeUnlockMutation,
  useAnswerUnlockMutation,
  useAddContributionMutation,
  useKeepMutation,
  useChangeContributionMutation,
  useDescribeFilesMutation,
  useDeleteContributionMutation,
  useReactToCapsuleMutation,
  useAddCommentMutation,
  useDeleteCommentMutation,
} = capsulesApi;
export const { getCapsules } = capsulesApi.endpoints;
