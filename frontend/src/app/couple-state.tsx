import type { ReactNode } from 'react';
import { useGetPartnerStatusQuery } from '../platform/account/partner-status.js';
import { t } from '../texts/index.js';
import { LoadState } from '../ui/load-state.js';

/** Stands in for what needs the couple, or its absence, while it is not known. @param loading shown instead of a skeleton */
export function CoupleState({ loading }: { loading?: ReactNode }) {
  const { isError, refetch } = useGetPartnerStatusQuery();
  if (loading !== undefined && !isError) return loading;
  return <LoadState isError={isError} onRetry={() => void refetch()} failure={t('common.thisCouldNotBeLoaded')} />;
}
