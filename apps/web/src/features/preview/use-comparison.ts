import type { Preview } from '@endcap/contract/preview';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { compare, idsToCompare } from './compare.ts';
import type { ItemsOf } from './preview.queries.ts';

type Phone = { data: Preview | undefined; isBusy: boolean; itemsOf: ItemsOf };

/** Returns the differences between two phones, and the error of the extra requests. `isPart`: some items were not compared. */
export const useComparison = (first: Phone, second: Phone | null) => {
  const [one, other] = [first.data, second?.data];
  const ids = useMemo(() => (one && other ? idsToCompare(one, other) : null), [one, other]);
  const isPart = ids !== null;
  // Placeholder data belongs to an earlier query.
  const enabled = isPart && !first.isBusy && second?.isBusy === false;
  const ofOne = useQuery({ ...first.itemsOf(ids ?? []), enabled });
  const ofOther = useQuery({ ...(second ?? first).itemsOf(ids ?? []), enabled });
  const [items, others] = [ofOne.data?.items, ofOther.data?.items];
  const compared = useMemo(() => {
    if (!one || !other || (isPart && !(items && others))) return null;
    const comparison = compare(one, other, items && others && [items, others]);
    return { comparison, isPart, first: one, second: other, differing: new Set(comparison.differences.map(({ id }) => id)) };
  }, [one, other, isPart, items, others]);
  const failed = [ofOne, ofOther].find(({ isError }) => enabled && isError);
  return { compared, failed: failed ?? null };
};
