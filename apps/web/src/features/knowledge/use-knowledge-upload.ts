import type { FieldProblemCode } from '@endcap/contract/core';
import { KNOWLEDGE_MAX_BYTES, knowledgeEndings, knowledgeRoutes } from '@endcap/contract/knowledge';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem, type ApiProblemCode, upload } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { toast } from '../../lib/toast.ts';
import { knowledgeMessages } from './knowledge.messages.ts';
import { knowledge } from './knowledge.queries.ts';

type State =
  | { is: 'idle' }
  | { is: 'uploading'; name: string; share: number; stop: AbortController }
  | { is: 'failed'; name: string; code: ApiProblemCode | FieldProblemCode };

const hasEnding = (name: string): boolean => knowledgeEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));

/** One file at a time: checked here, sent, and told what became of it. */
export const useKnowledgeUpload = (onUploaded: (id: string) => void) => {
  const words = useMessages(knowledgeMessages);
  const { close } = useMessages(commonMessages);
  const client = useQueryClient();
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
      toast.success({ title: words.uploaded(name), body: words.uploadedText, closeLabel: close });
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : null;
      if (problem?.code === 'cancelled') return setState({ is: 'idle' });
      setState({ is: 'failed', name, code: problem?.fields['file']?.[0] ?? problem?.code ?? 'internal' });
    }
  };
  return { state, send };
};
