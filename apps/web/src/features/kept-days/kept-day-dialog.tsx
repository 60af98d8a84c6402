import { KEPT_REASON_MAX_LENGTH, type KeptDay, KeptDayDraft } from '@endcap/contract/kept-days';
import { fieldCodes, type FieldCodes } from '@endcap/contract/core';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { Alert, Button, Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { useState } from 'react';
import { codeMessages } from '../../frames/code.messages.ts';
import { ApiProblem, isNotFound, isOutcomeUnknown } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { TextLine } from '../../ui/text-line.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { DialogBox } from '../../ui/dialog-box.tsx';
import { StoreGroupPicker } from '../store-groups/index.ts';
import { keptDayDialogMessages } from './kept-day-dialog.messages.ts';
import classes from './kept-days.module.css';
import { keptDayMessages } from './kept-days.messages.ts';
import { useKeptDayMutations } from './use-kept-day-mutations.ts';

/** The form of a reserved day. Chosen groups stay while the day is for all stores. */
type KeptDayForm = { day: string; isForAll: boolean; storeGroups: string[]; reason: string };

type FieldsProps = {
  form: KeptDayForm;
  /** Returns the error message of a field, once it may be shown. */
  problemOf: (field: keyof KeptDayDraft) => string | undefined;
  onChange: (part: Partial<KeptDayForm>) => void;
  /** Called when Enter is pressed in the reason field. */
  onEnter: () => void;
};

/** Fields of a reserved day: date, store groups and reason (CARE-06). */
const KeptDayFields = ({ form, problemOf, onChange, onEnter }: FieldsProps) => {
  const words = useMessages(keptDayDialogMessages);
  return (
    <>
      <DateField
        kind="day"
        use="start"
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
      <TextLine
        label={words.reason}
        value={form.reason}
        maxLength={KEPT_REASON_MAX_LENGTH}
        autoComplete="off"
        error={problemOf('reason')}
        onText={(reason) => onChange({ reason })}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      />
    </>
  );
};

type DialogProps = {
  /** The reserved day to change; null to reserve another one. */
  keptDay: KeptDay | null;
  first: string;
  onClose: () => void;
  onSaved: (day: string) => void;
};

const formOf = (keptDay: KeptDay | null, first: string): KeptDayForm => ({
  day: keptDay?.day ?? first,
  isForAll: keptDay === null || keptDay.storeGroups === null,
  storeGroups: keptDay?.storeGroups ?? [],
  reason: keptDay?.reason ?? '',
});

const draftOf = ({ isForAll, storeGroups, ...form }: KeptDayForm) => ({ ...form, storeGroups: isForAll ? null : storeGroups });

/** Problems by field, of the form or of the last answer. */
const useProblems = (form: KeptDayForm, error: unknown) => {
  const words = useMessages(keptDayDialogMessages);
  const codes = useMessages(codeMessages);
  const [isShown, setShown] = useState(false);
  const parsed = KeptDayDraft.safeParse(draftOf(form));
  const own: FieldCodes = parsed.success ? {} : fieldCodes(parsed.error);
  const found = isShown && !parsed.success ? own : error instanceof ApiProblem ? error.fields : {};
  return {
    draft: parsed.success ? parsed.data : null,
    show: () => setShown(true),
    of: (field: keyof KeptDayDraft): string | undefined => {
      const [code] = found[field] ?? [];
      return code && ((field !== 'reason' && words.problems[code]) || codes[code]);
    },
  };
};

const failureOf = (error: unknown, words: Record<'stale' | 'isGone' | 'failed' | 'unknown', string>): string | null => {
  if (error === null) return null;
  if (!(error instanceof ApiProblem) || isOutcomeUnknown(error)) return words.unknown;
  if (error.status === 412) return words.stale;
  if (isNotFound(error)) return words.isGone;
  return error.status === 422 ? null : words.failed;
};

/** Button that releases the reserved day. */
const RemoveButton = ({ isRemoving, disabled, onRemove }: { isRemoving: boolean; disabled: boolean; onRemove: () => void }) => {
  const words = useMessages(keptDayDialogMessages);
  return (
    <Button className={classes.remove ?? ''} variant="subtle" color="red" loading={isRemoving} disabled={disabled} onClick={onRemove}>
      {words.remove}
    </Button>
  );
};

/** Dialog that reserves a day for head office, for all stores or some groups (CARE-06). */
export const KeptDayDialog = ({ keptDay, first, onClose, onSaved }: DialogProps) => {
  const words = useMessages(keptDayDialogMessages);
  const { keep } = useMessages(keptDayMessages);
  const common = useMessages(commonMessages);
  const [form, setForm] = useState(() => formOf(keptDay, first));
  const { save, removal } = useKeptDayMutations(keptDay, (day) => {
    onClose();
    onSaved(day);
  });
  const problems = useProblems(form, save.error);
  const set = (part: Partial<KeptDayForm>): void => {
    setForm((before) => ({ ...before, ...part }));
    save.reset();
  };
  const submit = (): void => {
    problems.show();
    if (problems.draft && !save.isPending) save.mutate(problems.draft);
  };
  const failure = failureOf(save.error ?? removal.error, words);
  const isBusy = save.isPending || removal.isPending;
  return (
    <DialogBox opened onClose={() => !isBusy && onClose()} title={keptDay ? words.changeTitle : keep}>
      <div className={classes.fields}>
        <p>{`${words.what} ${words.refused}`}</p>
        <KeptDayFields form={form} problemOf={problems.of} onChange={set} onEnter={submit} />
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
      </div>
      <DialogButtons>
        {keptDay && <RemoveButton isRemoving={removal.isPending} disabled={save.isPending} onRemove={() => removal.mutate(keptDay)} />}
        <Button variant="default" disabled={isBusy} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button loading={save.isPending} disabled={removal.isPending} onClick={submit}>
          {keptDay ? words.saveChange : words.save}
        </Button>
      </DialogButtons>
    </DialogBox>
  );
};
