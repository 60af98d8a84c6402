import type { FieldProblemCode } from '@endcap/contract/core';
import { knowledgeEndings } from '@endcap/contract/knowledge';
import { Alert, Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useRef } from 'react';
import type { ApiProblemCode } from '../../lib/api.ts';
import { useMessages } from '../../lib/language.tsx';
import { IconUpload } from '../../ui/icons/screen-icons.ts';
import { knowledgeMessages } from './knowledge.messages.ts';
import classes from './knowledge.module.css';
import { useKnowledgeUpload } from './use-knowledge-upload.ts';

const accept = knowledgeEndings.map((ending) => `.${ending}`).join(',');

/** KNOW-LIST-02..04, 14, 15: a file by picker, with progress, stop, and the reason when it is refused. */
export const UploadKnowledge = ({ onUploaded }: { onUploaded: (id: string) => void }) => {
  const words = useMessages(knowledgeMessages);
  const input = useRef<HTMLInputElement>(null);
  const { state, send } = useKnowledgeUpload(onUploaded);
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
