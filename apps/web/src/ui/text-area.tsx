import { Textarea, type TextareaProps } from '@mantine/core';
import classes from './text-area.module.css';
import { useTyped } from './use-typed.ts';

type TextAreaProps = Omit<TextareaProps, 'autosize' | 'rows' | 'style' | 'className' | 'value' | 'onChange'> & {
  value: string;
  onText: (text: string) => void;
  minRows: number;
  maxRows: number;
  className?: string | undefined;
  /** Of the field itself. */
  inputClass?: string | undefined;
};

// Where the browser does it alone, a letter is laid out once; measured by script it is laid out four times.
const SIZES_ITSELF = CSS.supports('field-sizing', 'content');

/** A text as high as what is in it, between so many rows; its letters cost what the text costs (`useTyped`). */
export const TextArea = ({ value, onText, minRows, maxRows, inputClass = '', className = '', ...given }: TextAreaProps) => {
  const [text, type] = useTyped(value, onText);
  const field = { ...given, value: text, onChange: (event: { currentTarget: { value: string } }) => type(event.currentTarget.value) };
  return SIZES_ITSELF ? (
    <Textarea
      {...field}
      className={className}
      classNames={{ input: `${classes.sized} ${inputClass}` }}
      style={{ '--min-rows': minRows, '--max-rows': maxRows }}
    />
  ) : (
    <Textarea {...field} className={className} classNames={{ input: inputClass }} autosize minRows={minRows} maxRows={maxRows} />
  );
};
