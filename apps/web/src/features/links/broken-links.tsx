import type { Aimed } from '@endcap/contract/audience';
import type { Usage } from '@endcap/contract/core';
import { USAGE_NAMES } from '@endcap/contract/core';
import { isWorse, type LinkingItem } from '@endcap/contract/links';
import type { KnownStore } from '@endcap/contract/stores';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { UsageList } from '../../frames/usage-list.tsx';
import { useMessages } from '../../lib/language.tsx';
import { content } from '../content/index.ts';
import { linkMessages } from './link.messages.ts';
import { links } from './link.queries.ts';
import classes from './link-notices.module.css';

type Change = { was: Aimed; is: Aimed };

/** Returns the links to an item that the change would break or make worse, grouped by kind. */
const brokenBy = (change: Change, leading: readonly LinkingItem[], stores: readonly KnownStore[]): Usage[] => {
  const broken = leading.filter(({ source }) => isWorse(source, change, stores));
  return [...new Set(broken.map(({ kind }) => kind))].map((kind) => {
    const its = broken.filter((one) => one.kind === kind);
    return { kind, count: its.length, items: its.slice(0, USAGE_NAMES).map(({ id, name }) => ({ id, name })) };
  });
};

/** Links to a saved item that the unsaved change would break. Saving stays possible (LINK-03). */
export const BrokenLinks = ({ id, was, is }: { id: string } & Change) => {
  const words = useMessages(linkMessages);
  const { data: leading = [] } = useQuery(links.leadingTo(id));
  const { data } = useQuery({ ...content.knownStores(), enabled: leading.length > 0 });
  const typed = useDeferredValue(is);
  const broken = useMemo(() => (data ? brokenBy({ was, is: typed }, leading, data.stores) : []), [was, typed, leading, data]);
  return broken.length === 0 ? null : (
    <div className={classes.broken} role="status" data-testid="broken-links">
      <span>{words.breaks}</span>
      <UsageList usage={broken} />
    </div>
  );
};
