import { type KeptDay, KeptDayDraft } from '@endcap/contract/kept-days';
import { fieldCodes, type FieldCodes } from '@endcap/contract/core';
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { codeMessages } from '../../frames/code.messages.ts';
import { ApiProblem, isNotFound, isOutcomeUnknown } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { DialogButtons } from '../../ui/dialog.tsx';
import { DialogBox } from '../../ui/dialog-box.tsx';
import { type KeptDayForm, KeptDayFields } from './kept-day-fields.tsx';
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

const formOf = (kept: KeptDay | null, first: string): KeptDayForm => ({
  day: kept?.day ?? first,
  isForAll: kept === null || kept.storeGroups === null,
  storeGroups: kept?.storeGroups ?? [],
  reason: kept?.reason ?? '',
});

const draftOf = ({ isForAll, storeGroups, ...form }: KeptDayForm) => ({ ...form, storeGroups: isForAll ? null : storeGroups });

/** Problems by field, of the form or of the last answer. */
const useProblems = (form: KeptDayForm, error: unknown) => {
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

const failureOf = (error: unknown, words: Record<'stale' | 'isGone' | 'failed' | 'unknown', string>): string | null => {
  if (error === null) return null;
  if (!(error instanceof ApiProblem) || isOutcomeUnknown(error)) return words.unknown;
  if (error.status === 412) return words.stale;
  if (isNotFound(error)) return words.isGone;
  return error.status === 422 ? null : words.failed;
};

/** The way to keep a day free no more. */
const RemoveButton = ({ isRemoving, disabled, onRemove }: { isRemoving: boolean; disabled: boolean; onRemove: () => void }) => {
  const words = useMessages(keptDayMessages);
  return (
    <Button className={classes.remove ?? ''} variant="subtle" color="red" loading={isRemoving} disabled={disabled} onClick={onRemove}>
      {words.remove}
    </Button>
  );
};

/** CARE-06: a day that head office keeps free, for whom and why. */
export const KeptDayDialog = ({ kept, first, onClose, onSaved }: DialogProps) => {
  const words = useMessages(keptDayMessages);
  const common = useMessages(commonMessages);
  const [form, setForm] = useState(() => formOf(kept, first));
  const { save, removal } = useKeep(kept, (day) => {
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
    <DialogBox opened onClose={() => !isBusy && onClose()} title={kept ? words.changeTitle : words.keep}>
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
        {kept && <RemoveButton isRemoving={removal.isPending} disabled={save.isPending} onRemove={() => removal.mutate(kept)} />}
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
