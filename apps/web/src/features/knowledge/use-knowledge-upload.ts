import type { FieldProblemCode } from '@endcap/contract/core';
import { KNOWLEDGE_MAX_BYTES, knowledgeEndings } from '@endcap/contract/knowledge';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, type ApiProblemCode, isOutcomeUnknown, upload } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { toast } from '../../lib/toast.ts';
import { knowledgeMessages } from './knowledge.messages.ts';
import { knowledge } from './knowledge.queries.ts';

type Current = { name: string; share: number; stop: AbortController };
/** `unconfirmed`: it is unknown whether the file was added. */
type Failure = { name: string; code: ApiProblemCode | FieldProblemCode | 'unconfirmed' };

const hasEnding = (name: string): boolean => knowledgeEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));

/** Checks and uploads files one by one and reports the outcome of each. Stop also cancels the files that wait. */
export const useKnowledgeUpload = (onUploaded: (id: string) => void) => {
  const words = useMessages(knowledgeMessages);
  const { close } = useMessages(commonMessages);
  const client = useQueryClient();
  const [current, setCurrent] = useState<Current | null>(null);
  const [failures, setFailures] = useState<readonly Failure[]>([]);

  /** Returns why the file was not added; null if it was. `stopped`: the upload was stopped before the whole file was sent. */
  const sendOne = async (file: File, stop: AbortController): Promise<Failure['code'] | 'stopped' | null> => {
    const { name } = file;
    let sent = 0;
    if (!hasEnding(name)) return 'unsupported_type';
    if (file.size > KNOWLEDGE_MAX_BYTES) return 'too_large';
    setCurrent({ name, share: 0, stop });
    try {
      const { _id } = await upload(
        'POST /api/v1/knowledge-editor',
        file,
        (share) => setCurrent({ name, share: (sent = share), stop }),
        stop.signal,
      );
      onUploaded(_id);
      await knowledge.changed(client);
      toast.success({ title: words.uploaded(name), body: words.uploadedText, closeLabel: close });
      return null;
    } catch (error) {
      if (!(error instanceof ApiProblem) || isOutcomeUnknown(error)) {
        // Not awaited: while the server is unreachable, it lasts as long as all its retries.
        void knowledge.changed(client);
        return stop.signal.aborted && sent < 1 ? 'stopped' : 'unconfirmed';
      }
      return error.fields['file']?.[0] ?? error.code;
    }
  };
  const send = async (files: readonly File[]): Promise<void> => {
    const stop = new AbortController();
    const failed: Failure[] = [];
    setFailures(failed);
    for (const file of files) {
      const code = await sendOne(file, stop);
      if (code !== null && code !== 'stopped') failed.push({ name: file.name, code });
      if (stop.signal.aborted) break;
    }
    setCurrent(null);
    setFailures([...failed]);
  };
  return { current, failures, send };
};
export type KnowledgeUpload = ReturnType<typeof useKnowledgeUpload>;
