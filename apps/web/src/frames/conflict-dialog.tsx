import { Button, Radio, Text } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { useState } from 'react';
import { commonMessages } from '../lib/common.messages.ts';
import { useFormat, useMessages } from '../lib/language.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import classes from './questions.module.css';
import type { Marked } from './editor-spec.ts';
import { entryText, isEntries } from './entry-text.ts';
import { frameMessages } from './frame.messages.ts';
import type { Reading } from './history/past.ts';
import type { FormShape } from './merge.ts';
import type { Conflict } from './use-save.ts';

type ConflictDialogProps<Form extends FormShape, Entity extends Marked> = {
  label: (field: keyof Form & string) => string;
  reads: (field: keyof Form & string) => Reading;
  conflict: Conflict<Form, Entity>;
  onClose: () => void;
  /** The form with what was chosen. */
  onChoose: (form: Form) => void;
};

/** The same field, edited by two people: both versions side by side, and nothing is saved before each has been decided (ux 11). */
export const ConflictDialog = <Form extends FormShape, Entity extends Marked>(props: ConflictDialogProps<Form, Entity>) => {
  const { label, reads, conflict, onClose, onChoose } = props;
  const words = useMessages(frameMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const [choices, setChoices] = useState<Record<string, string>>({});
  const { entity } = conflict.theirs;
  const shown = (field: keyof Form & string, value: FormShape[string] | undefined): string =>
    typeof value === 'boolean'
      ? words[value ? 'yes' : 'no']
      : (isEntries(value) ? entryText(value, reads(field)) : String(value ?? '')) || words.empty;
  const theirs = conflict.fields.filter((field) => choices[field] === 'theirs');
  return (
    <Dialog opened onClose={onClose} size="lg" title={words.conflictTitle}>
      <Text>
        <Unbroken text={words.conflictText(entity?.updatedBy ?? words.someone, entity ? format.minute(entity.updatedAt) : '')} />
      </Text>
      {conflict.fields.map((field) => (
        <Radio.Group
          key={field}
          className={classes.conflict ?? ''}
          label={label(field)}
          value={choices[field] ?? ''}
          onChange={(choice) => setChoices((before) => ({ ...before, [field]: choice }))}
        >
          <div className={classes.versions}>
            {(['mine', 'theirs'] as const).map((side) => (
              <div key={side}>
                <Radio value={side} label={words[side]} />
                <pre>{shown(field, side === 'mine' ? conflict.merged[field] : conflict.theirs.form[field])}</pre>
              </div>
            ))}
          </div>
        </Radio.Group>
      ))}
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          disabled={conflict.fields.some((field) => !choices[field])}
          onClick={() =>
            onChoose({ ...conflict.merged, ...Object.fromEntries(theirs.map((field) => [field, conflict.theirs.form[field]])) })
          }
        >
          {words.saveChosen}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
