import { type ListedState, listedStates } from '@endcap/contract/notifications';
import { Button } from '@mantine/core';
import { useMessages } from '../../../lib/language.tsx';
import { listMessages } from './list.messages.ts';
import classes from './notification-list.module.css';

export type NotificationNarrowing = { isTest?: boolean | undefined; state?: ListedState | undefined };

const Choice = ({ label, chosen, onChoose }: { label: string; chosen: boolean; onChoose: () => void }) => (
  <Button size="compact-sm" radius="xl" variant={chosen ? 'filled' : 'default'} aria-pressed={chosen} onClick={onChoose}>
    {label}
  </Button>
);

/** What narrows the list beside its search; pressed once more, a choice is taken back. The store is chosen above every screen. */
export const NotificationFilters = ({
  isTest,
  state,
  onChange,
}: NotificationNarrowing & { onChange: (part: NotificationNarrowing) => void }) => {
  const words = useMessages(listMessages);
  return (
    <div className={classes.choices}>
      <div role="group" aria-label={words.state}>
        {listedStates.map((each) => (
          <Choice
            key={each}
            label={words.states[each]}
            chosen={each === state}
            onChoose={() => onChange({ state: each === state ? undefined : each })}
          />
        ))}
      </div>
      <div role="group" aria-label={words.kind}>
        {([false, true] as const).map((each) => (
          <Choice
            key={String(each)}
            label={each ? words.onlyTests : words.withoutTests}
            chosen={each === isTest}
            onChoose={() => onChange({ isTest: each === isTest ? undefined : each })}
          />
        ))}
      </div>
    </div>
  );
};
