import { TextInput, type TextInputProps } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { type ChangeEvent, memo } from 'react';
import { useCleanPaste } from './use-clean-paste.tsx';
import { useShownText } from './use-shown-text.ts';

type TextLineProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'ref'> & {
  value: string;
  onText: (text: string) => void;
};

// Not drawn again by what is typed into it.
const Line = memo(TextInput);

/** A line of text in a form. The browser shows each letter; label, hint and frame are drawn again only when one of them changes. */
export const TextLine = ({ value, onText, ...field }: TextLineProps) => (
  <Line
    {...useCleanPaste({ value, onText, lines: 'one' })}
    {...field}
    {...useShownText<HTMLInputElement>(value)}
    onChange={useCallbackRef((event: ChangeEvent<HTMLInputElement>) => onText(event.currentTarget.value))}
  />
);
