import { type Knowledge, KnowledgeDraft } from '@endcap/contract/knowledge';
import { Stack } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import type { z } from 'zod';
import { EditorPage } from '../../frames/editor-page.tsx';
import { type EditorSpec, useEntity } from '../../frames/editor-spec.ts';
import { call, callTagged } from '../../lib/api.ts';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { TryAssistant } from '../assistant/index.ts';
import { AskedQuestion, itemAbout } from './asked-question.tsx';
import { type KnowledgeEditor, KnowledgeFields, type KnowledgeForm } from './knowledge-fields.tsx';
import { knowledgeMessages } from './knowledge.messages.ts';
import { knowledge } from './knowledge.queries.ts';
import classes from './knowledge.module.css';
import { Validity } from './validity.tsx';

// The validity is not shown and stays as it is.
const TypedKnowledge = KnowledgeDraft.omit({ validityStart: true, validityEnd: true });

const spec: EditorSpec<KnowledgeForm, Knowledge, z.output<typeof TypedKnowledge>> = {
  kind: 'knowledge',
  read: (knowledgeId) => callTagged('GET /api/v1/knowledge-editor/:knowledgeId', { params: { knowledgeId } }),
  create: (draft) => call('POST /api/v1/knowledge-editor', { body: draft }),
  change: (knowledgeId, patch, ifMatch) =>
    callTagged('PATCH /api/v1/knowledge-editor/:knowledgeId', { params: { knowledgeId }, body: patch }, { ifMatch }),
  changed: knowledge.changed,
  empty: () => ({ name: '', description: '', content: '' }),
  blank: { name: '', description: '', content: '' },
  toForm: ({ name, description, content }) => ({ name, description, content }),
  schema: TypedKnowledge,
  label: (field, language) => knowledgeMessages[language][field],
};

/** What is not typed: the file it came from, and when it is valid if that has an end or a beginning. */
const About = ({ item }: { item: Knowledge }) => {
  const words = useMessages(knowledgeMessages);
  return (
    <Stack gap={4} c="dimmed" fz="sm" className={classes.about ?? ''}>
      {item.filename && (
        <span>
          <span>{`${words.file}:`}</span> <span translate="no">{item.filename}</span>
        </span>
      )}
      {(item.validityStart ?? item.validityEnd) !== null && (
        <div className={classes.when}>
          <span>{`${words.validity.title}:`}</span> <Validity item={item} />
        </div>
      )}
    </Stack>
  );
};

const Try = ({ editor, asked }: { editor: KnowledgeEditor; asked: string }) => {
  const form = useSelector(editor.values);
  const id = useEntity(editor)?._id ?? null;
  const isWhole = useSelector(editor.problems, (problems) => Object.keys(problems).length === 0);
  return <TryAssistant item={isWhole ? { id, ...form } : 'incomplete'} asked={asked} />;
};

const Fields = ({ editor, onAsked }: { editor: KnowledgeEditor; onAsked: (question: string) => void }) => {
  const { thread, message } = useSearch({ strict: false });
  const entity = useEntity(editor);
  return (
    <Stack gap="md" className={classes.card ?? ''}>
      {thread && message && (
        <AskedQuestion
          thread={thread}
          message={message}
          onFound={(found) => {
            onAsked(found);
            const { name, description } = editor.values.get();
            if (name === '' && description === '') editor.change(itemAbout(found));
          }}
        />
      )}
      {entity && <About item={entity} />}
      <KnowledgeFields editor={editor} />
    </Stack>
  );
};

/** KNOW-EDIT-*: one page for a new item and an existing one, with what the assistant would make of it. */
export const KnowledgeEditorPage = () => {
  const words = useMessages(knowledgeMessages);
  const { knowledgeId = null } = useParams({ strict: false });
  const { thread } = useSearch({ strict: false });
  const [question, setQuestion] = useState('');
  return (
    <EditorPage
      spec={spec}
      id={knowledgeId}
      list={{ path: paths.knowledges, label: words.title, create: paths.knowledgeNew }}
      title={({ name }) => name.trim() || words.create}
      renderAside={(editor) => <Try editor={editor} asked={thread ? question : ''} />}
    >
      {(editor) => <Fields editor={editor} onAsked={setQuestion} />}
    </EditorPage>
  );
};
