import type {
  ChallengeBadges,
  ChallengeListQueryDto,
  ChallengeSummary,
  ChallengeTemplateView,
  ChallengeView,
  ChangeChallengeDto,
  ChangeTemplateDto,
  CompleteStepDto,
  DescribedFile,
  ProposeChallengeDto,
  ReflectOnChallengeDto,
  RespondToChallengeDto,
  WriteTemplateDto,
} from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { FILES_TIMEOUT } from '../../api/files-timeout.js';
import { rememberFiles } from '../../media/stored/entity-addresses.js';
import { session } from '../../platform/session/session.js';

interface Page {
  items: ChallengeSummary[];
  nextCursor: string | null;
}

/** The presses that take nothing but the challenge. */
export type ChallengePress = 'pause' | 'resume' | 'cancel' | 'let-go' | 'keepsake';

/** One step of one challenge. */
interface OfStep {
  id: string;
  stepId: string;
}

/** Stale after a press, also after a refused one: then the challenge on the screen is the wrong one. */
export const CHANGES = ['Challenges', 'Stats', 'Badges'] as const;

const partsOf = ({ steps }: ChallengeView): ChallengeView['steps'][number]['parts'] =>
  steps.flatMap(({ parts }) => parts);

/** The files of the proofs that the reader may see, as far as media described them. */
export const filesOf = (challenge: ChallengeView): DescribedFile[] =>
  partsOf(challenge).flatMap(({ attachments }) => attachments.flatMap(({ id, file }) => (file ? [{ id, file }] : [])));

/** Reads an answer and keeps the links that came with it. */
function challengeIn(answer: { data: ChallengeView }): ChallengeView {
  rememberFiles(partsOf(answer.data));
  return answer.data;
}

const challengesApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    /** A call that answers with the whole challenge, which is shown at once. */
    const change = <Given extends { id: string }>(
      query: (given: Given) => { url: string; method: string; body?: object; timeout?: number },
      showAtOnce?: (challenge: ChallengeView, given: Given) => void,
    ) =>
      build.mutation<ChallengeView, Given>({
        query,
        transformResponse: challengeIn,
        invalidatesTags: [...CHANGES],
        onQueryStarted: async (given, { dispatch, getState, queryFulfilled }) => {
          const { getChallenge } = challengesApi.endpoints;
          const version = (): number | undefined => getChallenge.select(given.id)(getState()).data?.version;
          const show = (recipe: (held: ChallengeView) => ChallengeView | void) =>
            dispatch(challengesApi.util.updateQueryData('getChallenge', given.id, recipe));
          const changed = version();
          const shown = showAtOnce && show((held) => showAtOnce(held, given));
          const answer = await queryFulfilled.catch(() => null);
          if (answer) show((held) => (answer.data.version >= held.version ? answer.data : held));
          // The reload after a failure fails too without a connection; a newer challenge has nothing to take back.
          else if (version() === changed) shown?.undo();
        },
      });
    return {
      getChallenges: build.infiniteQuery<Page, ChallengeListQueryDto, string | null>({
        infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined },
        query: ({ queryArg, pageParam }) => ({
          url: '/challenges',
          params: { ...queryArg, ...(pageParam !== null && { cursor: pageParam }) },
        }),
        transformResponse: ({ data, nextCursor }: { data: ChallengeSummary[]; nextCursor: string | null }) => ({
          items: data,
          nextCursor,
        }),
        providesTags: ['Challenges'],
      }),
      getChallenge: build.query<ChallengeView, string>({
        query: (id) => `/challenges/${id}`,
        transformResponse: challengeIn,
        providesTags: ['Challenges'],
      }),
      getTemplates: build.query<ChallengeTemplateView[], void>({
        query: () => '/challenges/templates',
        transformResponse: dataOf<ChallengeTemplateView[]>,
        providesTags: ['ChallengeTemplates'],
      }),
      getBadges: build.query<ChallengeBadges, void>({
        query: () => '/challenges/badges',
        transformResponse: dataOf<ChallengeBadges>,
        providesTags: ['Badges'],
      }),
      proposeChallenge: build.mutation<ChallengeView, ProposeChallengeDto>({
        query: (body) => ({ url: '/challenges', method: 'POST', body }),
        transformResponse: dataOf<ChallengeView>,
        invalidatesTags: ['Challenges'],
      }),
      writeTemplate: build.mutation<ChallengeTemplateView, WriteTemplateDto>({
        query: (body) => ({ url: '/challenges/templates', method: 'POST', body }),
        transformResponse: dataOf<ChallengeTemplateView>,
        invalidatesTags: ['ChallengeTemplates'],
      }),
      changeTemplate: build.mutation<ChallengeTemplateView, ChangeTemplateDto & { id: string }>({
        query: ({ id, ...body }) => ({ url: `/challenges/templates/${id}`, method: 'PATCH', body }),
        transformResponse: dataOf<ChallengeTemplateView>,
        // After a refusal too: then the idea on the screen is the wrong one.
        invalidatesTags: ['ChallengeTemplates'],
      }),
      deleteTemplate: build.mutation<unknown, string>({
        query: (id) => ({ url: `/challenges/templates/${id}`, method: 'DELETE' }),
        invalidatesTags: ['ChallengeTemplates'],
      }),
      deleteChallenge: build.mutation<unknown, string>({
        query: (id) => ({ url: `/challenges/${id}`, method: 'DELETE' }),
        invalidatesTags: [...CHANGES],
      }),
      changeChallenge: change<ChangeChallengeDto & { id: string }>(({ id, ...body }) => ({
        url: `/challenges/${id}`,
        method: 'PATCH',
        body,
      })),
      respondToChallenge: change<RespondToChallengeDto & { id: string }>(({ id, ...body }) => ({
        url: `/challenges/${id}/respond`,
        method: 'PATCH',
        body,
      })),
      actOnChallenge: change<{ id: string; press: ChallengePress }>(({ id, press }) => ({
        url: `/challenges/${id}/${press}`,
        method: 'POST',
        ...(press === 'keepsake' && { timeout: FILES_TIMEOUT }),
      })),
      extendChallenge: change<{ id: string; dueAt: string }>(({ id, dueAt }) => ({
        url: `/challenges/${id}/extend`,
        method: 'POST',
        body: { dueAt },
      })),
      completeStep: change<OfStep & CompleteStepDto>(
        ({ id, stepId, ...body }) => ({ url: `/challenges/${id}/steps/${stepId}/complete`, method: 'POST', body }),
        showMyPart,
      ),
      undoStep: change<OfStep>(({ id, stepId }) => ({
        url: `/challenges/${id}/steps/${stepId}/complete`,
        method: 'DELETE',
      })),
      skipStep: change<OfStep>(({ id, stepId }) => ({
        url: `/challenges/${id}/steps/${stepId}/skip`,
        method: 'POST',
      })),
      reflect: change<ReflectOnChallengeDto & { id: string }>(({ id, ...body }) => ({
        url: `/challenges/${id}/reflection`,
        method: 'POST',
        body,
      })),
    };
  },
});

/** A step without words shows as done at once; words stay in their field until they are saved. */
function showMyPart(challenge: ChallengeView, { stepId, text }: OfStep & CompleteStepDto): void {
  const self = session.get().user?._id;
  const step = challenge.steps.find(({ _id }) => _id === stepId);
  if (text !== undefined || self === undefined || !step) return;
  step.parts.push({ user: self, text: null, attachments: [], hidden: false, doneAt: new Date().toISOString() });
  step.actions = [];
}

export const {
  useGetChallengesInfiniteQuery,
  useGetChallengeQuery,
  useLazyGetChallengeQuery,
  useGetTemplatesQuery,
  useGetBadgesQuery,
  useProposeChallengeMutation,
  useWriteTemplateMutation,
  useChangeTemplateMutation,
  useDeleteTemplateMutation,
  useDeleteChallengeMutation,
  useChangeChallengeMutation,
  useRespondToChallengeMutation,
  useActOnChallengeMutation,
  useExtendChallengeMutation,
  useCompleteStepMutation,
  useUndoStepMutation,
  useSkipStepMutation,
  useReflectMutation,
} = challengesApi;
