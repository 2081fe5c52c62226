import type { CoupleView, NicknameView, PartnerStatus, PartnerView } from '@duet/contracts';
import { baseApi, dataOf } from './base-api.js';
import { session, useSession } from './session.js';

const partnerApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getPartnerStatus: build.query<PartnerStatus, void>({
      query: () => '/partners/status',
      transformResponse: dataOf<PartnerStatus>,
      providesTags: ['Partner'],
      onQueryStarted: async (_arg, { queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) session.partnerChanged(data.partner, data.couple?.linkedAt ?? null);
      },
    }),
    setTimezone: build.mutation<CoupleView, string>({
      query: (timezone) => ({ url: '/partners/timezone', method: 'PATCH', body: { timezone } }),
      transformResponse: dataOf<CoupleView>,
      // After a failure too: then the choice on the screen is the wrong one.
      invalidatesTags: ['Partner', 'Stats', 'Activity', 'Dates', 'OnThisDay'],
      onQueryStarted: async (timezone, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          partnerApi.util.updateQueryData('getPartnerStatus', undefined, ({ couple }) => {
            if (couple) couple.timezone = timezone;
          }),
        );
        await queryFulfilled.catch(shown.undo);
      },
    }),
    setTogetherSince: build.mutation<CoupleView, { togetherSince: string; version: number }>({
      query: (body) => ({ url: '/partners/together-since', method: 'PATCH', body }),
      transformResponse: dataOf<CoupleView>,
      // After a refusal too: the partner may have been faster.
      invalidatesTags: ['Partner', 'Stats', 'Activity', 'Dates'],
    }),
    setNickname: build.mutation<NicknameView, string>({
      query: (nickname) => ({ url: '/partners/nickname', method: 'PUT', body: { nickname } }),
      transformResponse: dataOf<NicknameView>,
      invalidatesTags: ['Partner'],
    }),
  }),
});

export const { useGetPartnerStatusQuery, useSetTimezoneMutation, useSetTogetherSinceMutation, useSetNicknameMutation } = partnerApi;
export const { getPartnerStatus } = partnerApi.endpoints;

export interface PartnerNow {
  partner: PartnerView | null;
  couple: CoupleView | null;
  /** What this person calls them; null for none. */
  nickname: string | null;
  pendingRequests: number;
}

/** Who the partner is. Until the status is there, what the session knew of them, so that no wrong page flashes. */
export function usePartner(): PartnerNow {
  const { user, isAuthenticated } = useSession();
  const { currentData } = useGetPartnerStatusQuery(undefined, { skip: !isAuthenticated });
  return currentData ?? { partner: user?.partner ?? null, couple: null, nickname: null, pendingRequests: 0 };
}

/** The partner under the name that this person calls them, where the two are among themselves. */
export function asCalled(partner: PartnerView, nickname: string | null): PartnerView {
  return !nickname ? partner : { ...partner, firstName: nickname, lastName: '', fullName: nickname };
}
