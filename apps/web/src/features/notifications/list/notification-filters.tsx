import { type ListedState, listedStates } from '@endcap/contract/notifications';
import { useMessages } from '../../../lib/language.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { listMessages } from './list.messages.ts';
import classes from './notification-list.module.css';

export type NotificationNarrowing = { isTest?: boolean | undefined; state?: ListedState | undefined };

/** What narrows the list beside its search. The store is chosen above every screen. */
export const NotificationFilters = ({
  isTest,
  state,
  onChange,
}: NotificationNarrowing & { onChange: (part: NotificationNarrowing) => void }) => {
  const words = useMessages(listMessages);
  return (
    <div className={classes.choices}>
      <ChoiceChips
        label={words.state}
        options={listedStates.map((value) => ({ value, label: words.states[value] }))}
        chosen={state}
        onChoose={(next) => onChange({ state: next })}
      />
      <ChoiceChips
        label={words.kind}
        options={[
          { value: false, label: words.withoutTests },
          { value: true, label: words.onlyTests },
        ]}
        chosen={isTest}
        onChoose={(next) => onChange({ isTest: next })}
      />
    </div>
  );
};
