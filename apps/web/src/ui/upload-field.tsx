import { FILE_PREFIX, fileUrl } from '@endcap/contract/files';
import { Anchor, Button, CloseButton, Input, Text } from '@mantine/core';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import { FileInput, FileZone } from './file-zone.tsx';
import { IconFileText, IconPhoto } from './icons/screen-icons.ts';
import { uploadMessages } from './upload.messages.ts';
import { accepted, type UploadKind } from './upload-refusal.ts';
import classes from './upload-field.module.css';
import { useFileDrop } from './use-file-drop.ts';
import { useFileFacts } from './use-file-facts.ts';
import { useUpload } from './use-upload.ts';

type UploadFieldProps = {
  label: string;
  kind: UploadKind;
  value: string | null;
  onChange: (reference: string | null) => void;
  onBusy: (busy: boolean) => void;
  error?: string | undefined;
  required?: boolean;
  /** Below the label, while a file is chosen. */
  note?: string | undefined;
  /** True for the only upload field of a page: it accepts files that are pasted anywhere, not just into the field. */
  only?: boolean;
};

// A file copied from a folder has its name as plain text, but no markup.
const isForText = ({ target, clipboardData }: ClipboardEvent): boolean =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  ['text/plain', 'text/html'].every((kind) => clipboardData?.getData(kind));

/** Takes a pasted file, from anywhere or while the focus is in the zone. Pasted spreadsheet cells include a picture; in a text field they are text. */
const usePastedFile = (zone: RefObject<HTMLElement | null>, anywhere: boolean, take: (file: File | undefined) => void): void => {
  const onPaste = useEffectEvent((event: ClipboardEvent): void => {
    if (isForText(event)) return;
    if (anywhere || zone.current?.contains(document.activeElement)) take(event.clipboardData?.files[0]);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
};

type ChosenProps = {
  label: string;
  value: string;
  url: string;
  accept: readonly string[];
  disabled: boolean;
  onFiles: (files: readonly File[]) => void;
  onRemove: () => void;
};

/** The chosen file: a picture is shown, another file is a link. A drop or the picker replaces it (E-81). */
const Chosen = ({ label, value, url, accept, disabled, onFiles, onRemove }: ChosenProps) => {
  const words = useMessages(uploadMessages);
  const input = useRef<HTMLInputElement>(null);
  const { over, drop } = useFileDrop(onFiles);
  const { name, facts } = useFileFacts(value);
  const isFile = value.startsWith(FILE_PREFIX);
  return (
    <div className={classes.chosen} data-over={over || undefined} {...(!disabled && drop)}>
      {isFile ? (
        <span className={classes.facts}>
          <Anchor href={url} target="_blank" rel="noopener" aria-label={name === null ? undefined : `${words.open}: ${name}`}>
            <IconFileText size={20} stroke={1.75} aria-hidden />{' '}
            <span {...(name !== null && { translate: 'no' as const })}>{name ?? words.open}</span>
          </Anchor>
          <small>{facts.join(' · ')}</small>
        </span>
      ) : (
        <span className={classes.facts}>
          <a href={url} target="_blank" rel="noopener">
            <img src={fileUrl(value, '', 640) ?? url} alt={label} />
          </a>
          <small>{[...(name === null ? [] : [name]), ...facts].join(' · ')}</small>
        </span>
      )}
      <FileInput of={input} label={label} accept={accept} disabled={disabled} onFiles={onFiles} />
      <Button
        size="compact-sm"
        variant="default"
        aria-label={words.replaceOf(label)}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {words.replace}
      </Button>
      <CloseButton aria-label={words.remove(label)} onClick={onRemove} />
    </div>
  );
};

/** Progress of an upload, with a cancel button. */
const Uploading = ({ share, onStop }: { share: number; onStop: () => void }) => {
  const words = useMessages(uploadMessages);
  return (
    <div className={classes.progress} role="status">
      <progress className={classes.bar} value={share} aria-label={words.uploading(Math.round(share * 100))} />
      <Button size="compact-sm" variant="default" onClick={onStop}>
        {words.cancel}
      </Button>
    </div>
  );
};

/** Upload of one file by drop, paste or picker, with progress, cancel and retry. The server repeats the checks (FILE-04, ux 21). */
export const UploadField = ({ label, kind, value, onChange, onBusy, error, required = false, note, only = false }: UploadFieldProps) => {
  const words = useMessages(uploadMessages);
  const common = useMessages(commonMessages);
  const zone = useRef<HTMLDivElement>(null);
  /** The file that was replaced or removed, which Undo brings back. */
  const [former, setFormer] = useState<string | null>(null);
  const change = (next: string | null): void => {
    setFormer(value);
    onChange(next);
  };
  const { state, start, refuse, wasConverted, forget } = useUpload({ kind, onChange: change, onBusy });
  const take = (file: File | undefined): void => void start(file);
  const takeOne = (files: readonly File[]): void => (files.length > 1 ? refuse('wrongType') : take(files[0]));
  const isUploading = state.is === 'uploading';
  usePastedFile(zone, only, take);

  const { tooMany, problems } = words;
  const reasons = { wrongType: words.wrongType[kind], tooLarge: words.tooLarge[kind], failed: words.failed[kind], tooMany, ...problems };
  const Icon = kind === 'image' ? IconPhoto : IconFileText;
  const url = value && fileUrl(value);
  return (
    <Input.Wrapper
      ref={zone}
      label={label}
      required={required}
      error={state.is === 'failed' ? reasons[state.why] : error}
      description={[wasConverted ? words.bmp : '', value ? note : ''].filter(Boolean).join(' ') || undefined}
    >
      {value && url ? (
        <Chosen
          label={label}
          value={value}
          url={url}
          accept={accepted[kind]}
          disabled={isUploading}
          onFiles={takeOne}
          onRemove={() => {
            change(null);
            forget();
          }}
        />
      ) : (
        <FileZone label={label} accept={accepted[kind]} disabled={isUploading} invalid={error !== undefined} onFiles={takeOne}>
          <Icon size={20} stroke={1.75} aria-hidden />
          <Text size="sm" c="dimmed">
            {required ? `${words.required[kind]} ${words.hint[kind]}` : words.hint[kind]}
          </Text>
        </FileZone>
      )}
      {former && former !== value && !isUploading && (
        <Button
          size="compact-sm"
          variant="subtle"
          mt={6}
          aria-label={words.undoOf(label)}
          onClick={() => {
            onChange(former);
            setFormer(null);
          }}
        >
          {words.undo}
        </Button>
      )}
      {state.is === 'uploading' && <Uploading share={state.share} onStop={() => state.stop.abort()} />}
      {state.is === 'failed' && state.again && (
        <Button size="compact-sm" variant="default" mt={6} onClick={() => take(state.again)}>
          {common.retry}
        </Button>
      )}
    </Input.Wrapper>
  );
};
