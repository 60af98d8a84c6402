import { fileRoutes, fileUrl, IMAGE_MAX_BYTES, imageMimeTypes } from '@endcap/contract/files';
import { Button, CloseButton, Input, Progress, Text } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiProblem, upload } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { notificationMessages } from '../notification.messages.ts';
import classes from './image-field.module.css';

type ImageFieldProps = {
  value: string | null;
  onChange: (reference: string | null) => void;
  onBusy: (busy: boolean) => void;
  error?: string | undefined;
};
type State =
  | { is: 'idle' }
  | { is: 'uploading'; share: number; stop: AbortController }
  | { is: 'failed'; reason: string; file: File | null };

/** Optional image by drop, paste or file picker; checked here and again by the server (NOTIF-FORM-04..06, 45, 46). */
export const ImageField = ({ value, onChange, onBusy, error }: ImageFieldProps) => {
  const words = useMessages(notificationMessages).send;
  const common = useMessages(commonMessages);
  const [state, setState] = useState<State>({ is: 'idle' });
  const [note, setNote] = useState('');
  const uploading = state.is === 'uploading';

  const start = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const accepted = (imageMimeTypes as readonly string[]).includes(file.type === 'image/x-ms-bmp' ? 'image/bmp' : file.type);
    if (!accepted) return setState({ is: 'failed', reason: words.imageWrongType, file: null });
    if (file.size > IMAGE_MAX_BYTES) return setState({ is: 'failed', reason: words.imageTooLarge, file: null });
    const stop = new AbortController();
    setState({ is: 'uploading', share: 0, stop });
    setNote(file.type.endsWith('bmp') ? words.imageBmp : '');
    onBusy(true);
    try {
      const stored = await upload(fileRoutes.upload, file, (share) => setState({ is: 'uploading', share, stop }), stop.signal);
      onChange(stored.file);
      setState({ is: 'idle' });
    } catch (failure) {
      const code = failure instanceof ApiProblem ? failure.code : '';
      if (code === 'cancelled') setState({ is: 'idle' });
      else
        setState({
          is: 'failed',
          reason: code === 'unsupported_type' ? words.imageWrongType : code === 'too_large' ? words.imageTooLarge : words.imageFailed,
          file: code === 'unsupported_type' ? null : file,
        });
    } finally {
      onBusy(false);
    }
  };

  const onPaste = useEffectEvent((event: ClipboardEvent): void => void start(event.clipboardData?.files[0]));
  useEffect(() => {
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  return (
    <Input.Wrapper label={words.image} error={error ?? (state.is === 'failed' ? state.reason : undefined)} description={note || undefined}>
      {value ? (
        <div className={classes.chosen}>
          <img src={fileUrl(value) ?? ''} alt={words.imageAlt} />
          <CloseButton
            aria-label={words.removeImage}
            onClick={() => {
              onChange(null);
              setNote('');
            }}
          />
        </div>
      ) : (
        <Dropzone
          onDrop={(files) => void start(files[0])}
          onReject={() => setState({ is: 'failed', reason: words.imageWrongType, file: null })}
          accept={[...imageMimeTypes]}
          multiple={false}
          disabled={uploading}
          className={classes.zone ?? ''}
          inputProps={{ 'aria-label': words.image }}
        >
          <IconPhoto size={20} stroke={1.75} aria-hidden />
          <Text size="sm" c="dimmed">
            {words.imageHint}
          </Text>
        </Dropzone>
      )}
      {uploading && (
        <div className={classes.progress} role="status">
          <Progress value={state.share * 100} aria-label={words.uploading(Math.round(state.share * 100))} />
          <Button size="compact-sm" variant="default" onClick={() => state.stop.abort()}>
            {words.cancelUpload}
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
