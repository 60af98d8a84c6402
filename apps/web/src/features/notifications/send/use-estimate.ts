import type { AudienceRule } from '@endcap/contract/audience';
import { useQuery } from '@tanstack/react-query';
import { sameValue } from '../../../lib/same-value.ts';
import { useLatest } from '../../../lib/drawn-for.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { notifications } from '../notification.queries.ts';
import { failureCause } from './failure-cause.ts';

const ESTIMATE_AFTER_MS = 250;

/** How many would get it: only the number of exactly this audience is ever put on the button or into the question. */
export const useEstimate = (storeId: string | null, wanted: AudienceRule) => {
  const rule = useSettled(wanted, ESTIMATE_AFTER_MS);
  const query = useQuery(notifications.audience(storeId, rule));
  const isCurrent = sameValue(rule, wanted) && !query.isPlaceholderData;
  return {
    rule,
    data: isCurrent ? query.data : undefined,
    cause: query.isError && !query.isFetching ? failureCause(query.error) : null,
    retry: useLatest((): void => void query.refetch()),
  };
};
