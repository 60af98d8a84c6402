import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './upload-field.module.css';

type FileZoneProps = {
  label: string;
  accept: readonly string[];
  disabled: boolean;
  invalid: boolean;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
};

/** A file that misses the zone is not opened by the browser in place of the page. */
const useKeptPage = (): void =>
  useEffect(() => {
    const keep = (event: DragEvent): void => event.preventDefault();
    document.addEventListener('dragover', keep);
    document.addEventListener('drop', keep);
    return () => {
      document.removeEventListener('dragover', keep);
      document.removeEventListener('drop', keep);
    };
  }, []);

/** Takes files that are dropped on it, or chosen after a press or Enter. */
export const FileZone = ({ label, accept, disabled, invalid, onFiles, children }: FileZoneProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useKeptPage();
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
        onDragEnter: () => setOver(true),
        onDragLeave: (event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false),
        onDrop: (event) => {
          setOver(false);
          onFiles([...event.dataTransfer.files]);
        },
      })}
    >
      <input
        ref={input}
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
      {children}
    </div>
  );
};
