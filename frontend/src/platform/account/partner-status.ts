import type { CoupleView, NicknameView, PartnerStatus, PartnerView } from '@duet/contracts';
import { baseApi, dataOf } from '../../api/base-api.js';
import { session, useMayAsk, useStoredPartner } from '../session/session.js';

export const partnerApi = baseApi.injectEndpoints({
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
    setTogetherSince: build.mutation<CoupleView, { togetherSince: string; version: number }>({
      query: (body) => ({ url: '/partners/together-since', method: 'PATCH', body }),
      transformResponse: dataOf<CoupleView>,
      // After a refusal too: the partner may have changed it first.
      invalidatesTags: ['Partner', 'Stats', 'Activity', 'Dates'],
    }),
    setNickname: build.mutation<NicknameView, string>({
      query: (nickname) => ({ url: '/partners/nickname', method: 'PUT', body: { nickname } }),
      transformResponse: dataOf<NicknameView>,
      invalidatesTags: ['Partner'],
    }),
  }),
});

export const { useGetPartnerStatusQuery, useSetTogetherSinceMutation, useSetNicknameMutation } = partnerApi;
export const { getPartnerStatus } = partnerApi.endpoints;

export interface PartnerInfo {
  partner: PartnerView | null;
  couple: CoupleView | null;
  /** Known to have no partner. A stored session without one proves nothing: a sign-in does not wait for pairing. */
  isAlone: boolean;
  /** The user's nickname for the partner; null for none. */
  nickname: string | null;
  pendingRequests: number;
}

/** The partner and the couple. Until they are loaded, the partner of the stored session, so that no wrong page flashes. */
export function usePartner(): PartnerInfo {
  const partner = useStoredPartner();
  const { currentData } = useGetPartnerStatusQuery(undefined, { skip: !useMayAsk() });
  return currentData
    ? { ...currentData, isAlone: currentData.partner === null }
    : { partner, couple: null, isAlone: false, nickname: null, pendingRequests: 0 };
}

/** The partner under the user's nickname for them. */
export function asCalled(partner: PartnerView, nickname: string | null): PartnerView {
  return !nickname ? partner : { ...partner, firstName: nickname, lastName: '', fullName: nickname };
}
