import { type AudienceRule, coveredIncludes } from '@endcap/contract/audience';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useMessages } from '../../lib/language.tsx';
import { stores } from '../stores/index.ts';
import classes from './covered-includes.module.css';
import { coveredMessages } from './covered.messages.ts';
import { storeGroups } from './store-group.queries.ts';

type CoveredIncludesProps = {
  rule: Pick<AudienceRule, 'includeStoreType' | 'includeStores' | 'includeStoreGroups'>;
  /** Limits the audience to the selected ones by clearing `includeStoreType`. */
  onNarrow: () => void;
};

/** Notice that "all" already covers the selected stores and groups, and everyone else (D-41). */
export const CoveredIncludes = ({ rule, onNarrow }: CoveredIncludesProps) => {
  const words = useMessages(coveredMessages);
  const covered = coveredIncludes(rule);
  const { data: allStores = [] } = useQuery(stores.all());
  const { data: allGroups = [] } = useQuery(storeGroups.all());
  const [group, store] = [
    allGroups.find(({ _id }) => _id === covered.groups[0])?.name,
    allStores.find(({ _id }) => _id === covered.stores[0])?.name,
  ];
  const count = covered.stores.length + covered.groups.length;
  if (count === 0) return null;
  const one = count > 1 ? undefined : (group && words.group(group)) || (store && words.store(store));
  const { says, narrow: offer } = one || words.several;
  const narrow = (): void => {
    flushSync(onNarrow);
    // The button is gone; what it chose has the focus (WCAG 2.4.3).
    document.querySelector<HTMLElement>('input[name="includeStoreType"]:checked')?.focus();
  };
  return (
    <Alert color="yellow" variant="light" role="status" data-testid="covered">
      <div className={classes.covered}>
        <span>{says}</span>
        <Button
          size="compact-sm"
          variant="default"
          classNames={{ root: classes.narrow ?? '', label: classes.label ?? '' }}
          onClick={narrow}
        >
          {offer}
        </Button>
      </div>
    </Alert>
  );
};
