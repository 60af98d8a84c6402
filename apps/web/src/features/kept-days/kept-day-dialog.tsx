import { KEPT_REASON_MAX_LENGTH, type KeptDay, KeptDayDraft } from '@endcap/contract/kept-days';
import { fieldCodes, type FieldCodes } from '@endcap/contract/core';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { Alert, Button, Radio, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { useState } from 'react';
import { codeMessages } from '../../frames/code.messages.ts';
import { ApiProblem } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { DialogBox } from '../../ui/dialog-box.tsx';
import { StoreGroupPicker } from '../store-groups/index.ts';
import classes from './kept-days.module.css';
import { keptDayMessages } from './kept-days.messages.ts';
import { useKeep } from './use-keep.ts';

type DialogProps = {
  /** The day that is changed; null: another one is kept. */
  kept: KeptDay | null;
  first: string;
  onClose: () => void;
  onSaved: (day: string) => void;
};
type Form = { day: string; isForAll: boolean; storeGroups: string[]; reason: string };

const draftOf = ({ isForAll, storeGroups, ...form }: Form) => ({ ...form, storeGroups: isForAll ? null : storeGroups });

/** Problems by field, of the form or of the last answer. */
const useProblems = (form: Form, error: unknown) => {
  const words = useMessages(keptDayMessages);
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

const failureOf = (error: unknown, words: { stale: string; failed: string }): string | null => {
  if (error === null) return null;
  if (!(error instanceof ApiProblem)) return words.failed;
  if (error.status === 412 || error.status === 404) return words.stale;
  return error.status === 422 ? null : words.failed;
};

/** CARE-06: a day that head office keeps free, for whom and why. */
export const KeptDayDialog = ({ kept, first, onClose, onSaved }: DialogProps) => {
  const words = useMessages(keptDayMessages);
  const common = useMessages(commonMessages);
  const [form, setForm] = useState<Form>({
    day: kept?.day ?? first,
    isForAll: kept === null || kept.storeGroups === null,
    storeGroups: kept?.storeGroups ?? [],
    reason: kept?.reason ?? '',
  });
  const { save, removal } = useKeep(kept, (day) => {
    onClose();
    onSaved(day);
  });
  const problems = useProblems(form, save.error);
  const set = (part: Partial<Form>): void => {
    setForm((before) => ({ ...before, ...part }));
    save.reset();
  };
  const submit = (): void => {
    problems.show();
    if (problems.draft && !save.isPending) save.mutate(problems.draft);
  };
  const failure = failureOf(save.error ?? removal.error, words);
  const isBusy = save.isPending || removal.isPending;
  const dayProblem = problems.of('day');
  return (
    <DialogBox opened onClose={() => !isBusy && onClose()} title={kept ? words.changeTitle : words.keep}>
      <div className={classes.fields}>
        <p>
          {words.what} {words.refused}
        </p>
        <DateField
          kind="day"
          label={words.day}
          required
          value={form.day}
          onChange={(day) => set({ day })}
          error={dayProblem}
          accepts={(day) => day >= warsawDay(new Date())}
        />
        <Radio.Group
          label={words.whom}
          name="kept-for"
          value={form.isForAll ? 'all' : 'some'}
          onChange={(chosen) => set({ isForAll: chosen === 'all' })}
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
            onChange={(storeGroups) => set({ storeGroups })}
            error={problems.of('storeGroups')}
          />
        )}
        <TextInput
          label={words.reason}
          value={form.reason}
          maxLength={KEPT_REASON_MAX_LENGTH}
          autoComplete="off"
          error={problems.of('reason')}
          onChange={(event) => set({ reason: event.currentTarget.value })}
          onKeyDown={(event) => event.key === 'Enter' && submit()}
        />
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
      </div>
      <DialogButtons>
        {kept && (
          <Button
            className={classes.remove ?? ''}
            variant="subtle"
            color="red"
            loading={removal.isPending}
            disabled={save.isPending}
            onClick={() => removal.mutate(kept)}
          >
            {words.remove}
          </Button>
        )}
        <Button variant="default" disabled={isBusy} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button loading={save.isPending} disabled={removal.isPending} onClick={submit}>
          {kept ? words.saveChange : words.save}
        </Button>
      </DialogButtons>
    </DialogBox>
  );
};
