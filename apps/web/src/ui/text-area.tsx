import { Textarea, type TextareaProps } from '@mantine/core';
import { useCallbackRef, useMergedRef } from '@mantine/hooks';
import { type ChangeEvent, type ClipboardEvent, memo, useMemo } from 'react';
import classes from './text-area.module.css';
import { useCleanPaste } from './use-clean-paste.tsx';
import { useShownText } from './use-shown-text.ts';

type TextAreaProps = Omit<TextareaProps, 'autosize' | 'rows' | 'style' | 'className' | 'value' | 'defaultValue' | 'onChange'> & {
  value: string;
  onText: (text: string) => void;
  minRows: number;
  maxRows: number;
  className?: string | undefined;
  /** Class of the textarea element. */
  inputClass?: string | undefined;
};

// With `field-sizing` the browser lays out a keystroke once. Measuring by script takes four layouts.
const SIZES_ITSELF = CSS.supports('field-sizing', 'content');

// Memoised, so that input does not render it again.
const PlainArea = memo(Textarea);

const Sized = ({ value, onText, minRows, maxRows, inputClass = '', className = '', ref, ...rest }: TextAreaProps) => {
  const { ref: shown, defaultValue } = useShownText<HTMLTextAreaElement>(value);
  return (
    <PlainArea
      {...rest}
      ref={useMergedRef(shown, ref)}
      defaultValue={defaultValue}
      onChange={useCallbackRef((event: ChangeEvent<HTMLTextAreaElement>) => onText(event.currentTarget.value))}
      className={className}
      classNames={useMemo(() => ({ input: `${classes.sized} ${inputClass}` }), [inputClass])}
      style={useMemo(() => ({ '--min-rows': minRows, '--max-rows': maxRows }), [minRows, maxRows])}
    />
  );
};

const Measured = ({ onText, inputClass = '', className = '', ...rest }: TextAreaProps) => (
  <Textarea
    {...rest}
    className={className}
    classNames={{ input: inputClass }}
    autosize
    onChange={(event) => onText(event.currentTarget.value)}
  />
);

const Area = SIZES_ITSELF ? Sized : Measured;

/** Text field that grows with its content, between `minRows` and `maxRows`. With `prose`, text pasted from office programs is cleaned. */
export const TextArea = ({ prose = false, onPaste, ...field }: TextAreaProps & { prose?: boolean }) => {
  const clean = useCleanPaste({ value: field.value, onText: field.onText, lines: prose ? 'many' : null });
  const paste = useCallbackRef((event: ClipboardEvent<HTMLTextAreaElement>): void => {
    onPaste?.(event);
    clean.onPaste(event);
  });
  return <Area {...field} onPaste={paste} {...(prose && { inputContainer: clean.inputContainer })} />;
};
