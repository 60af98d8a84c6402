import { FILE_MAX_BYTES, FILE_PREFIX, fileRoutes, fileUrl, IMAGE_MAX_BYTES, imageMimeTypes, imageProblems } from '@endcap/contract/files';
import { Anchor, Button, CloseButton, Input, Progress, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileText, IconPhoto } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiProblem, upload } from '../lib/api.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import { uploadMessages } from './upload.messages.ts';
import classes from './upload-field.module.css';

type UploadFieldProps = {
  label: string;
  /** `file` also takes pdf, `pdf` nothing else. */
  kind: 'image' | 'file' | 'pdf';
  value: string | null;
  onChange: (reference: string | null) => void;
  onBusy: (busy: boolean) => void;
  error?: string | undefined;
  required?: boolean;
  /** The only field of the page takes what is pasted anywhere; one of several only what is pasted into it. */
  only?: boolean;
};
type State =
  | { is: 'idle' }
  | { is: 'uploading'; share: number; stop: AbortController }
  | { is: 'failed'; reason: string; file: File | null };

const accepted: Record<UploadFieldProps['kind'], string[]> = {
  image: [...imageMimeTypes],
  file: [...imageMimeTypes, 'application/pdf'],
  pdf: ['application/pdf'],
};
const largest = { image: IMAGE_MAX_BYTES, file: FILE_MAX_BYTES, pdf: FILE_MAX_BYTES };
const typeOf = (file: File): string => (file.type === 'image/x-ms-bmp' ? 'image/bmp' : file.type);

/** One file by drop, paste or picker, with progress, stop and another try; checked here and again by the server (FILE-04, ux 21). */
export const UploadField = ({ label, kind, value, onChange, onBusy, error, required = false, only = false }: UploadFieldProps) => {
  const words = useMessages(uploadMessages);
  const common = useMessages(commonMessages);
  const [state, setState] = useState<State>({ is: 'idle' });
  const [note, setNote] = useState('');
  const zone = useRef<HTMLDivElement>(null);
  const uploading = state.is === 'uploading';

  /** What is said of a failed upload; the same file is worth another try only when nothing is wrong with it. */
  const refusal = (failure: unknown, file: File): { reason: string; file: File | null } => {
    if (!(failure instanceof ApiProblem)) return { reason: words.failed[kind], file };
    const problem = imageProblems.find((one) => failure.fields['file']?.includes(one));
    if (problem) return { reason: words.problems[problem], file: null };
    if (failure.code === 'unsupported_type') return { reason: words.wrongType[kind], file: null };
    // A proxy in between refuses by status alone.
    const isTooLarge = failure.code === 'too_large' || failure.status === 413;
    return { reason: isTooLarge ? words.tooLarge[kind] : words.failed[kind], file };
  };

  const start = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (!accepted[kind].includes(typeOf(file))) return setState({ is: 'failed', reason: words.wrongType[kind], file: null });
    if (file.size > largest[typeOf(file).startsWith('image/') ? 'image' : kind])
      return setState({ is: 'failed', reason: words.tooLarge[kind], file: null });
    const stop = new AbortController();
    setState({ is: 'uploading', share: 0, stop });
    setNote('');
    onBusy(true);
    try {
      const stored = await upload(fileRoutes.upload, file, (share) => setState({ is: 'uploading', share, stop }), stop.signal);
      onChange(stored.file);
      if (typeOf(file) === 'image/bmp') setNote(words.bmp);
      setState({ is: 'idle' });
    } catch (failure) {
      if (failure instanceof ApiProblem && failure.code === 'cancelled') setState({ is: 'idle' });
      else setState({ is: 'failed', ...refusal(failure, file) });
    } finally {
      onBusy(false);
    }
  };

  const onPaste = useEffectEvent((event: ClipboardEvent): void => {
    if (only || zone.current?.contains(document.activeElement)) void start(event.clipboardData?.files[0]);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);

  const Icon = kind === 'image' ? IconPhoto : IconFileText;
  const url = value && fileUrl(value);
  return (
    <Input.Wrapper
      ref={zone}
      label={label}
      required={required}
      error={state.is === 'failed' ? state.reason : error}
      description={note || undefined}
    >
      {value && url ? (
        <div className={classes.chosen}>
          {value.startsWith(FILE_PREFIX) ? (
            <Anchor href={url} target="_blank" rel="noopener">
              <IconFileText size={20} stroke={1.75} aria-hidden /> {words.open}
            </Anchor>
          ) : (
            <a href={url} target="_blank" rel="noopener">
              <img src={fileUrl(value, '', 640) ?? url} alt={label} />
            </a>
          )}
          <CloseButton
            aria-label={words.remove(label)}
            onClick={() => {
              onChange(null);
              setNote('');
            }}
          />
        </div>
      ) : (
        <Dropzone
          onDrop={(files) => void start(files[0])}
          onReject={() => setState({ is: 'failed', reason: words.wrongType[kind], file: null })}
          accept={accepted[kind]}
          multiple={false}
          disabled={uploading}
          className={classes.zone ?? ''}
          data-invalid={error ? true : undefined}
          inputProps={{ 'aria-label': label }}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          <Text size="sm" c="dimmed">
            {words.hint[kind]}
          </Text>
        </Dropzone>
      )}
      {uploading && (
        <div className={classes.progress} role="status">
          <Progress value={state.share * 100} aria-label={words.uploading(Math.round(state.share * 100))} />
          <Button size="compact-sm" variant="default" onClick={() => state.stop.abort()}>
            {words.cancel}
          </Button>
        </div>
      )}
      {state.is === 'failed' && state.file && (
        <Button size="compact-sm" variant="default" mt={6} onClick={() => void start(state.file ?? undefined)}>
          {common.retry}
        </Button>
      )}
    </Input.Wrapper>
  );
};
