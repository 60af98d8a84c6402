import { useRef, useState } from 'react';
import { ApiProblem, upload } from '../lib/api.ts';
import { isRetryable, type Refusal, serverRefusal, localRefusal, typeOf, type UploadKind } from './upload-refusal.ts';

type State =
  | { is: 'idle' }
  | { is: 'uploading'; share: number; stop: AbortController }
  /** `again`: the file, if a retry may succeed. */
  | { is: 'failed'; why: Refusal; again: File | undefined };

type UploadOptions = { kind: UploadKind; onChange: (reference: string) => void; onBusy: (busy: boolean) => void };

/** State of one upload at a time: progress, cancel and result. A new file replaces an upload in progress. */
export const useUpload = ({ kind, onChange, onBusy }: UploadOptions) => {
  const [state, setState] = useState<State>({ is: 'idle' });
  const [wasConverted, setConverted] = useState(false);
  const running = useRef<AbortController | null>(null);
  /** Aborts the upload in progress and ignores its result. */
  const end = (): void => {
    const former = running.current;
    if (!former) return;
    running.current = null;
    former.abort();
    onBusy(false);
  };
  const refuse = (why: Refusal): void => {
    end();
    setState({ is: 'failed', why, again: undefined });
  };

  const start = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const refused = localRefusal(kind, file);
    if (refused) return refuse(refused);
    const stop = new AbortController();
    end();
    running.current = stop;
    const isLast = (): boolean => running.current === stop;
    setState({ is: 'uploading', share: 0, stop });
    setConverted(false);
    onBusy(true);
    try {
      const stored = await upload(
        'POST /api/v1/file-upload',
        file,
        (share) => isLast() && setState({ is: 'uploading', share, stop }),
        stop.signal,
      );
      if (!isLast()) return;
      onChange(stored.file);
      setConverted(typeOf(file) === 'image/bmp');
      setState({ is: 'idle' });
    } catch (failure) {
      if (!isLast()) return;
      if (failure instanceof ApiProblem && failure.code === 'cancelled') return setState({ is: 'idle' });
      const why = serverRefusal(failure);
      setState({ is: 'failed', why, again: isRetryable(why) ? file : undefined });
    } finally {
      if (isLast()) {
        running.current = null;
        onBusy(false);
      }
    }
  };
  return { state, start, refuse, wasConverted, forget: (): void => setConverted(false) };
};
