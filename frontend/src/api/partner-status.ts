import type { CoupleView, PartnerStatus, PartnerView } from '@duet/contracts';
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
      invalidatesTags: ['Partner', 'Stats', 'Activity', 'OnThisDay'],
      onQueryStarted: async (timezone, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          partnerApi.util.updateQueryData('getPartnerStatus', undefined, ({ couple }) => {
            if (couple) couple.timezone = timezone;
          }),
        );
        await queryFulfilled.catch(shown.undo);
      },
    }),
  }),
});

export const { useGetPartnerStatusQuery, useSetTimezoneMutation } = partnerApi;

export interface PartnerNow {
  partner: PartnerView | null;
  couple: CoupleView | null;
  pendingRequests: number;
}

/** Who the partner is. Until the status is there, what the session knew of them, so that no wrong page flashes. */
export function usePartner(): PartnerNow {
  const { user, isAuthenticated } = useSession();
  const { currentData } = useGetPartnerStatusQuery(undefined, { skip: !isAuthenticated });
  return currentData ?? { partner: user?.partner ?? null, couple: null, pendingRequests: 0 };
}
