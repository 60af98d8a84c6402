import { type ReactNode, type RefObject, useRef } from 'react';
import classes from './upload-field.module.css';
import { useFileDrop } from './use-file-drop.ts';

type FileInputProps = { label: string; accept: readonly string[]; disabled: boolean; onFiles: (files: readonly File[]) => void };

/** Hidden file input, which another element opens. */
export const FileInput = ({ of, label, accept, disabled, onFiles }: FileInputProps & { of: RefObject<HTMLInputElement | null> }) => (
  <input
    ref={of}
    type="file"
    className="sr-only"
    tabIndex={-1}
    aria-label={label}
    accept={accept.join(',')}
    disabled={disabled}
    onClick={(event) => event.stopPropagation()}
    onChange={(event) => {
      onFiles([...(event.currentTarget.files ?? [])]);
      event.currentTarget.value = '';
    }}
  />
);

type FileZoneProps = FileInputProps & { invalid: boolean; children: ReactNode };

/** Takes files that are dropped on it, or chosen after a press or Enter. */
export const FileZone = ({ label, accept, disabled, invalid, onFiles, children }: FileZoneProps) => {
  const input = useRef<HTMLInputElement>(null);
  const { over, drop } = useFileDrop(onFiles);
  const choose = (): void => input.current?.click();
  return (
    <div
      role="presentation"
      className={classes.zone}
      data-zone
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      {...(!disabled && {
        tabIndex: 0,
        onClick: choose,
        onKeyDown: (event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          choose();
        },
        ...drop,
      })}
    >
      <FileInput of={input} label={label} accept={accept} disabled={disabled} onFiles={onFiles} />
      {children}
    </div>
  );
};
