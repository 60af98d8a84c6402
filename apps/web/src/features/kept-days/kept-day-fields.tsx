import { KEPT_REASON_MAX_LENGTH, type KeptDayDraft } from '@endcap/contract/kept-days';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { Radio, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { useMessages } from '../../lib/language.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { StoreGroupPicker } from '../store-groups/index.ts';
import classes from './kept-days.module.css';
import { keptDayMessages } from './kept-days.messages.ts';

/** What is typed of a day that is kept; groups that were chosen stay while it is for all. */
export type KeptDayForm = { day: string; isForAll: boolean; storeGroups: string[]; reason: string };

type FieldsProps = {
  form: KeptDayForm;
  /** What is wrong with a field, in words, once it may be shown. */
  problemOf: (field: keyof KeptDayDraft) => string | undefined;
  onChange: (part: Partial<KeptDayForm>) => void;
  /** Enter where the reason is typed. */
  onEnter: () => void;
};

/** CARE-06: which day, for whom and why. */
export const KeptDayFields = ({ form, problemOf, onChange, onEnter }: FieldsProps) => {
  const words = useMessages(keptDayMessages);
  return (
    <>
      <DateField
        kind="day"
        label={words.day}
        required
        value={form.day}
        onChange={(day) => onChange({ day })}
        error={problemOf('day')}
        accepts={(day) => day >= warsawDay(new Date())}
      />
      <Radio.Group
        label={words.whom}
        name="kept-for"
        value={form.isForAll ? 'all' : 'some'}
        onChange={(chosen) => onChange({ isForAll: chosen === 'all' })}
      >
        <div className={classes.radios}>
          <Radio value="all" label={words.all} />
          <Radio value="some" label={words.some} />
        </div>
      </Radio.Group>
      {!form.isForAll && (
        <StoreGroupPicker
          label={words.storeGroups}
          value={form.storeGroups}
          onChange={(storeGroups) => onChange({ storeGroups })}
          error={problemOf('storeGroups')}
        />
      )}
      <TextInput
        label={words.reason}
        value={form.reason}
        maxLength={KEPT_REASON_MAX_LENGTH}
        autoComplete="off"
        error={problemOf('reason')}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      />
    </>
  );
};
