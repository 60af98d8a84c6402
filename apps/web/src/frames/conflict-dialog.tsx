import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { Button, Radio, Text } from '@mantine/core';
import { useState } from 'react';
import type { FormShape } from '../form/merge.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { catalogue, useFormat, useMessages } from '../lib/language.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import type { Marked } from './editor-spec.ts';
import { frameMessages } from './frame.messages.ts';
import type { Reading } from './history/past.ts';
import { entryText, isEntries, type ValueContext, ShownValue } from './history/shown-value.tsx';
import classes from './questions.module.css';

/** Texts of the dialog about fields that two people changed. */
const conflictMessages = catalogue(
  {
    title: 'Ktoś zmienił to samo',
    text: (who: string, when: string) => `Zmiany zapisane przez: ${who}, ${when}. Wybierz, co ma zostać; pozostałe zmiany połączono.`,
    mine: 'Moja wersja',
    theirs: 'Zapisana wersja',
    uploading: 'Trwa jeszcze przesyłanie pliku: zapisać można, gdy się skończy.',
    save: 'Zapisz wybrane',
  },
  {
    title: 'Somebody else changed this too',
    text: (who, when) => `${who} saved changes ${when}. Choose what stays; the other changes were merged.`,
    mine: 'My version',
    theirs: 'Saved version',
    uploading: 'A file is still on its way: this can be saved once it is there.',
    save: 'Save what is chosen',
  },
);

type FormValue = FormShape[string] | undefined;

/** A field that two people changed, with both values. */
type ConflictField = { field: string; label: string; reads: Reading; mine: FormValue; theirs: FormValue };

type ConflictDialogProps = {
  fields: readonly ConflictField[];
  /** Author and time of the other change. */
  by: Pick<Marked, 'updatedBy' | 'updatedAt'>;
  /** True while an upload is in progress; Save waits for it (ux 21). */
  uploading: boolean;
  onClose: () => void;
  /** The fields whose other version was chosen. */
  onChoose: (theirs: readonly string[]) => void;
};

/** The dialog opens before names are loaded, and its files are still stored. */
const NO_CONTEXT: ValueContext = { names: {}, missingFiles: [] };

const Version = ({ label, reads, value }: { label: string; reads: Reading; value: FormValue }) => {
  if (isEntries(value)) return <span>{entryText(value, reads)}</span>;
  const shown = Array.isArray(value) ? value.join(', ') : value;
  return <ShownValue label={label} reading={reads} value={shown} context={NO_CONTEXT} />;
};

/** Shows both versions of fields that two people edited. Saving requires a choice for each field (ux 11). */
export const ConflictDialog = ({ fields, by, uploading, onClose, onChoose }: ConflictDialogProps) => {
  const words = useMessages(conflictMessages);
  const { someone } = useMessages(frameMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const [choices, setChoices] = useState<Record<string, string>>({});
  return (
    <Dialog opened onClose={onClose} size="lg" title={words.title}>
      <Text>
        <Unbroken text={words.text(by.updatedBy ?? someone, format.minute(by.updatedAt))} />
      </Text>
      {fields.map(({ field, label, reads, ...versions }) => (
        <Radio.Group
          key={field}
          className={classes.conflict ?? ''}
          label={label}
          value={choices[field] ?? ''}
          onChange={(choice) => setChoices((before) => ({ ...before, [field]: choice }))}
        >
          <div className={classes.versions}>
            {(['mine', 'theirs'] as const).map((side) => (
              <div key={side}>
                <Radio value={side} label={words[side]} />
                <div className={classes.version}>
                  <Version label={label} reads={reads} value={versions[side]} />
                </div>
              </div>
            ))}
          </div>
        </Radio.Group>
      ))}
      <Text role="status" mt="md" size="sm">
        {uploading && words.uploading}
      </Text>
      <DialogButtons>
        <Button variant="default" data-autofocus onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          disabled={uploading || fields.some(({ field }) => !choices[field])}
          onClick={() => onChoose(fields.flatMap(({ field }) => (choices[field] === 'theirs' ? field : [])))}
        >
          {words.save}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
