import { readDeepLink } from '@endcap/contract/deep-links';
import type { Preview } from '@endcap/contract/preview';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { config } from '../../config.ts';
import { isCut } from './is-cut.ts';
import type { ItemsOf } from './preview.queries.ts';

/** The item opened on a phone, and the link that opened it. The id is null if the link leads to no item. */
type Opened = { id: string | null; target: string | null };

/** State of the opened item. It may be missing at another instant. Fetches an item that a truncated response left out. */
export const useOpened = (shown: Preview, itemsOf: ItemsOf) => {
  const [opened, setOpened] = useState<Opened | null>(null);
  const id = opened?.id ?? null;
  const find = ({ items }: Pick<Preview, 'items'>) => items.find(({ _id }) => _id === id);
  const inPreview = find(shown);
  const needsFetch = id !== null && !inPreview && isCut(shown);
  const fetched = useQuery({ ...itemsOf(id === null ? [] : [id]), enabled: needsFetch, placeholderData: keepPreviousData });
  const item = inPreview ?? (needsFetch && fetched.data ? find(fetched.data) : undefined) ?? null;
  const isOpen = needsFetch && item === null;
  const isFailed = isOpen && fetched.isError;
  const isComing = isOpen && !isFailed && (fetched.isPending || fetched.isPlaceholderData);
  return {
    item,
    isComing,
    isFailed,
    /** The link that opens no item here. */
    missing: item || isComing || isFailed ? null : (opened?.target ?? null),
    open: (pressed: string): void => setOpened({ id: pressed, target: null }),
    follow: (target: string): void => setOpened({ id: readDeepLink(config.appScheme, target)?.contentId ?? null, target }),
    close: (): void => setOpened(null),
  };
};
