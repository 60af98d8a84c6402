import { Textarea, type TextareaProps } from '@mantine/core';
import classes from './text-area.module.css';

type TextAreaProps = Omit<TextareaProps, 'autosize' | 'rows' | 'style' | 'className'> & {
  minRows: number;
  maxRows: number;
  className?: string | undefined;
  /** Of the field itself. */
  inputClass?: string | undefined;
};

// Where the browser does it alone, a letter is laid out once; measured by script it is laid out four times.
const SIZES_ITSELF = CSS.supports('field-sizing', 'content');

/** A text as high as what is in it, between so many rows. */
export const TextArea = ({ minRows, maxRows, inputClass = '', className = '', ...field }: TextAreaProps) =>
  SIZES_ITSELF ? (
    <Textarea
      {...field}
      className={className}
      classNames={{ input: `${classes.sized} ${inputClass}` }}
      style={{ '--min-rows': minRows, '--max-rows': maxRows }}
    />
  ) : (
    <Textarea {...field} className={className} classNames={{ input: inputClass }} autosize minRows={minRows} maxRows={maxRows} />
  );
