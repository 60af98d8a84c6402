import { readEans } from '@endcap/contract/content';
import { Button, CloseButton, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { catalogue, useMessages } from '../../../lib/language.tsx';
import classes from './content-editor.module.css';

const eansMessages = catalogue(
  { hint: 'Rozdzielone przecinkami; Enter dodaje', add: 'Dodaj', rejected: (list: string) => `Pominięto: ${list}` },
  { hint: 'Separated by commas; Enter adds', add: 'Add', rejected: (list) => `Left out: ${list}` },
);

type EansFieldProps = {
  label: string;
  value: readonly string[];
  onChange: (eans: string[]) => void;
  /** What stands in the entry: saved with the rest (D-44). */
  typed: string;
  onType: (text: string) => void;
  error?: string | undefined;
};

/** EANs are added several at once and taken out one by one; what is none is named, repetitions are ignored (CONT-PROD-04..06). */
export const EansField = ({ label, value, onChange, typed, onType, error }: EansFieldProps) => {
  const words = useMessages(eansMessages);
  const [rejected, setRejected] = useState('');
  const add = (): void => {
    const read = readEans(typed);
    onChange([...new Set([...value, ...read.eans])]);
    setRejected(read.rejected.length > 0 ? words.rejected(read.rejected.join(', ')) : '');
    onType('');
  };
  const withButton = (input: ReactNode): ReactNode => (
    <div className={classes.eans}>
      {input}
      <Button variant="default" onClick={add} disabled={typed.trim() === ''}>
        {words.add}
      </Button>
    </div>
  );
  return (
    <div className={classes.wide}>
      <TextInput
        label={label}
        description={words.hint}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        error={error}
        inputContainer={withButton}
      />
      <div role="status">{rejected}</div>
      <ul className={classes.chips}>
        {value.map((ean) => (
          <li key={ean}>
            {ean}
            <CloseButton
              size={24}
              iconSize={14}
              aria-label={`${label}: ${ean} ×`}
              onClick={() => onChange(value.filter((one) => one !== ean))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
};
