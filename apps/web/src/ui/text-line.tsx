import { TextInput, type TextInputProps } from '@mantine/core';
import { useTyped } from './use-typed.ts';

type TextLineProps = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onText: (text: string) => void };

/** A line of text in a form; its letters cost what the line costs (`useTyped`). */
export const TextLine = ({ value, onText, ...field }: TextLineProps) => {
  const [text, type] = useTyped(value, onText);
  return <TextInput {...field} value={text} onChange={(event) => type(event.currentTarget.value)} />;
};
