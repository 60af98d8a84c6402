import { TextInput, type TextInputProps } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { type ChangeEvent, memo } from 'react';
import { useCleanPaste } from './use-clean-paste.tsx';
import { useShownText } from './use-shown-text.ts';

type TextLineProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'ref'> & {
  value: string;
  onText: (text: string) => void;
};

// Memoised, so that input does not render it again.
const Line = memo(TextInput);

/** A line of text in a form. The browser shows the input; React renders label, hint and frame again only when one of them changes. */
export const TextLine = ({ value, onText, ...field }: TextLineProps) => (
  <Line
    {...useCleanPaste({ value, onText, lines: 'one' })}
    {...field}
    {...useShownText<HTMLInputElement>(value)}
    onChange={useCallbackRef((event: ChangeEvent<HTMLInputElement>) => onText(event.currentTarget.value))}
  />
);
