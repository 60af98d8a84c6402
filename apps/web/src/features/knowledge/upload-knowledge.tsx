import { knowledgeEndings } from '@endcap/contract/knowledge';
import { Alert, Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useRef } from 'react';
import { useMessages } from '../../lib/language.tsx';
import { IconUpload } from '../../ui/icons/late-icons.ts';
import { knowledgeMessages } from './knowledge.messages.ts';
import classes from './knowledge.module.css';
import type { KnowledgeUpload } from './use-knowledge-upload.ts';

const accept = knowledgeEndings.map((ending) => `.${ending}`).join(',');

/** Button that picks files to upload (KNOW-LIST-02..04). */
export const UploadButton = ({ upload: { current, send } }: { upload: KnowledgeUpload }) => {
  const words = useMessages(knowledgeMessages);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={words.upload}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file can be picked again.
          event.currentTarget.value = '';
          void send(files);
        }}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden />}
        disabled={current !== null}
        onClick={() => input.current?.click()}
      >
        {words.upload}
      </Button>
    </>
  );
};

/** Progress, Stop, and the reasons for rejected files (KNOW-LIST-14, 15). */
export const UploadState = ({ upload: { current, failures } }: { upload: KnowledgeUpload }) => {
  const words = useMessages(knowledgeMessages);
  const reasons: Partial<Record<(typeof failures)[number]['code'], string>> = words.problems;
  return (
    <>
      {current && (
        <div className={classes.progress} role="status">
          <span>{current.share < 1 ? words.uploading(current.name, Math.round(current.share * 100)) : words.reading(current.name)}</span>
          <Progress value={current.share * 100} aria-label={words.uploading(current.name, Math.round(current.share * 100))} />
          <Button size="compact-sm" variant="default" onClick={() => current.stop.abort()}>
            {words.stop}
          </Button>
        </div>
      )}
      {failures.map(({ name, code }) => (
        <Alert
          key={name}
          color="red"
          variant="light"
          title={code === 'unconfirmed' ? words.perhaps(name) : words.failed(name)}
          className={classes.failed ?? ''}
        >
          {reasons[code] ?? words.problems.other}
        </Alert>
      ))}
    </>
  );
};
