import { type ChoiceField, choicesOf, type ContentType, contentTypes, isOptionalChoice, typeIdentifier } from '@endcap/contract/content';
import { NativeSelect, Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { choiceWordsOf, contentMessages } from '../content.messages.ts';
import { typeIcons } from '../type-icons.tsx';
import classes from './content-editor.module.css';

type ChoiceProps = {
  field: ChoiceField;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  required: boolean;
  disabled: boolean;
};

/** Maximum number of values that fit in half a row. */
const SHORT_CHOICE = 2;

/** Allows a line break between the parts of a compound word. */
const breakable = (name: string): ReactNode =>
  name.split(/(?=\p{Lu})/u).map((part) => [<wbr key={`${part} break`} />, <span key={part}>{part}</span>]);

/** A type with its icon and purpose. The whole tile is clickable. */
const TypeTile = ({ type }: { type: ContentType }) => {
  const words = useMessages(contentMessages);
  const Icon = typeIcons[type];
  return (
    <div className={classes.tile} title={typeIdentifier(type) ?? undefined}>
      <Radio value={type} label={breakable(words.types[type])} description={words.typeHints[type]} />
      <Icon size={20} stroke={1.75} aria-hidden />
    </div>
  );
};

/** A choice field: a select with "none" if it is optional, otherwise all values side by side. */
export const ChoiceInput = ({ field, label, value, onChange, error, required, disabled }: ChoiceProps) => {
  const words = useMessages(contentMessages);
  const names: Record<string, string> = choiceWordsOf(words)[field];
  const options = choicesOf(field).map((one) => ({ value: String(one), label: names[one] ?? '' }));
  if (isOptionalChoice(field))
    return (
      <NativeSelect
        label={label}
        value={value}
        disabled={disabled}
        {...(disabled && field === 'tab' && { description: words.onlyFor(words.types.banner) })}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[{ value: '', label: words.none }, ...options]}
      />
    );
  return (
    <Radio.Group
      name={field}
      label={label}
      required={required}
      value={value}
      onChange={onChange}
      error={error}
      className={options.length > SHORT_CHOICE ? (classes.wide ?? '') : ''}
    >
      {field === 'contentType' ? (
        <div className={classes.tiles}>
          {contentTypes.map((type) => (
            <TypeTile key={type} type={type} />
          ))}
        </div>
      ) : (
        <div className={classes.radios}>
          {options.map((one) => (
            <Radio key={one.value} {...one} />
          ))}
        </div>
      )}
    </Radio.Group>
  );
};
