import type { FieldProblemCode } from '@endcap/contract/core';
import { KNOWLEDGE_MAX_BYTES, knowledgeEndings, knowledgeRoutes } from '@endcap/contract/knowledge';
import { Alert, Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiProblem, type ApiProblemCode, upload } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { toast } from '../../lib/toast.ts';
import { IconUpload } from '../../ui/icons/screen-icons.ts';
import { knowledgeMessages } from './knowledge.messages.ts';
import { knowledge } from './knowledge.queries.ts';
import classes from './knowledge.module.css';

type State =
  | { is: 'idle' }
  | { is: 'uploading'; name: string; share: number; stop: AbortController }
  | { is: 'failed'; name: string; code: ApiProblemCode | FieldProblemCode };

const accept = knowledgeEndings.map((ending) => `.${ending}`).join(',');
const hasEnding = (name: string): boolean => knowledgeEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));

/** KNOW-LIST-02..04, 14, 15: a file by picker, with progress, stop, and the reason when it is refused. */
export const UploadKnowledge = ({ onUploaded }: { onUploaded: (id: string) => void }) => {
  const words = useMessages(knowledgeMessages);
  const common = useMessages(commonMessages);
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ is: 'idle' });

  const send = async (file: File): Promise<void> => {
    const { name } = file;
    if (!hasEnding(name)) return setState({ is: 'failed', name, code: 'unsupported_type' });
    if (file.size > KNOWLEDGE_MAX_BYTES) return setState({ is: 'failed', name, code: 'too_large' });
    const stop = new AbortController();
    setState({ is: 'uploading', name, share: 0, stop });
    try {
      const { _id } = await upload(knowledgeRoutes.create, file, (share) => setState({ is: 'uploading', name, share, stop }), stop.signal);
      setState({ is: 'idle' });
      onUploaded(_id);
      await knowledge.changed(client);
      toast.success({ title: words.uploaded(name), body: words.uploadedText, closeLabel: common.close });
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : null;
      if (problem?.code === 'cancelled') return setState({ is: 'idle' });
      setState({ is: 'failed', name, code: problem?.fields['file']?.[0] ?? problem?.code ?? 'internal' });
    }
  };
  const reasons: Partial<Record<ApiProblemCode | FieldProblemCode, string>> = words.problems;
  return (
    <div className={classes.upload}>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={words.upload}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file can be picked again.
          event.currentTarget.value = '';
          if (file) void send(file);
        }}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
        disabled={state.is === 'uploading'}
        onClick={() => input.current?.click()}
      >
        {words.upload}
      </Button>
      {state.is === 'uploading' && (
        <div className={classes.progress} role="status">
          <span>{state.share < 1 ? words.uploading(state.name, Math.round(state.share * 100)) : words.reading(state.name)}</span>
          <Progress value={state.share * 100} aria-label={words.uploading(state.name, Math.round(state.share * 100))} />
          <Button size="compact-sm" variant="default" onClick={() => state.stop.abort()}>
            {words.stop}
          </Button>
        </div>
      )}
      {state.is === 'failed' && (
        <Alert color="red" variant="light" title={words.failed(state.name)} className={classes.failed ?? ''}>
          {reasons[state.code] ?? words.problems.other}
        </Alert>
      )}
    </div>
  );
};
