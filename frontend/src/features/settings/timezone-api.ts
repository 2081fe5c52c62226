import type { CoupleView } from '@duet/contracts';
import { dataOf } from '../../api/base-api.js';
import { showAtOnce } from '../../api/show-at-once.js';
import { getPartnerStatus, partnerApi } from '../../platform/account/partner-status.js';

const show = showAtOnce<string, string>((_zone, changed) => changed);

const timezoneApi = partnerApi.injectEndpoints({
  endpoints: (build) => ({
    setTimezone: build.mutation<CoupleView, string>({
      query: (timezone) => ({ url: '/partners/timezone', method: 'PATCH', body: { timezone } }),
      transformResponse: dataOf<CoupleView>,
      // After a failure too: the screen shows the wrong time zone then.
      invalidatesTags: ['Partner', 'Stats', 'Activity', 'Dates', 'Moods', 'OnThisDay'],
      onQueryStarted: (timezone, { dispatch, getState, queryFulfilled }) =>
        show(
          {
            read: () => getPartnerStatus.select()(getState()).data?.couple?.timezone,
            write: (zone) =>
              void dispatch(
                partnerApi.util.updateQueryData('getPartnerStatus', undefined, ({ couple }) => {
                  if (couple) couple.timezone = zone;
                }),
              ),
          },
          timezone,
          queryFulfilled.then(({ data }) => data.timezone),
        ),
    }),
  }),
});

export const { useSetTimezoneMutation } = timezoneApi;
