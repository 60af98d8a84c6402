import { type ListedState, listedStates } from '@endcap/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { storedValue } from '../../../lib/stored.ts';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { notifications } from '../notification.queries.ts';
import { listMessages } from './list.messages.ts';
import classes from './notification-list.module.css';

export type NotificationNarrowing = { isTest?: boolean | undefined; state?: ListedState | undefined };

/** Stores whether approvals were on at the last fetch, so that their filter is there from the start (issue 18). */
const cachedApprovals = storedValue<{ on: boolean }>('endcap.approvals', (value) =>
  typeof value?.on === 'boolean' ? { on: value.on } : null,
);

/** Filters of the list besides its search. The store is selected above every screen. */
export const NotificationFilters = ({
  isTest,
  state,
  onChange,
}: NotificationNarrowing & { onChange: (part: NotificationNarrowing) => void }) => {
  const words = useMessages(listMessages);
  const { data: waiting } = useQuery(notifications.waiting(useSelectedStore()));
  const fetched = waiting?.approvals;
  useEffect(() => {
    if (fetched !== undefined) cachedApprovals.set({ on: fetched });
  }, [fetched]);
  // Offer unapproved sends only where approvals are required, or while that filter is set.
  const approvals = fetched ?? cachedApprovals.get()?.on;
  const states = listedStates.filter((one) => one !== 'unapproved' || approvals || state === one);
  return (
    <div className={classes.choices}>
      <ChoiceChips
        label={words.kind}
        options={[
          { value: false, label: words.withoutTests },
          { value: true, label: words.onlyTests },
        ]}
        chosen={isTest}
        onChoose={(next) => onChange({ isTest: next })}
      />
      <ChoiceChips
        label={words.state}
        options={states.map((value) => ({ value, label: words.states[value] }))}
        chosen={state}
        onChoose={(next) => onChange({ state: next })}
      />
    </div>
  );
};
