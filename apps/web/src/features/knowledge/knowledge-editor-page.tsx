import { type Knowledge, KnowledgeDraft, knowledgeRoutes } from '@endcap/contract/knowledge';
import { Stack } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { z } from 'zod';
import { EditorPage } from '../../frames/editor-page.tsx';
import type { EditorSpec } from '../../frames/editor-spec.ts';
import { call, callTagged } from '../../lib/api.ts';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { TryAssistant } from '../assistant/index.ts';
import { type Asked, AskedQuestion, itemAbout } from './asked-question.tsx';
import { KnowledgeFields, type KnowledgeForm } from './knowledge-fields.tsx';
import { knowledgeMessages } from './knowledge.messages.ts';
import { knowledge } from './knowledge.queries.ts';
import classes from './knowledge.module.css';
import { Validity } from './validity.tsx';

// The validity is not shown and stays as it is.
const TypedKnowledge = KnowledgeDraft.omit({ validityStart: true, validityEnd: true });

const spec: EditorSpec<KnowledgeForm, Knowledge, z.output<typeof TypedKnowledge>> = {
  kind: 'knowledge',
  read: (knowledgeId) => callTagged(knowledgeRoutes.details, { params: { knowledgeId } }),
  create: (draft) => call(knowledgeRoutes.create, { body: draft }),
  change: (knowledgeId, patch, ifMatch) => callTagged(knowledgeRoutes.change, { params: { knowledgeId }, body: patch }, { ifMatch }),
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
          {words.file}: {item.filename}
        </span>
      )}
      {(item.validityStart ?? item.validityEnd) !== null && (
        <div className={classes.when}>
          {words.validity.title}: <Validity item={item} />
        </div>
      )}
    </Stack>
  );
};

/** KNOW-EDIT-*: one page for a new item and an existing one, with what the assistant would make of it. */
const KnowledgeEditorPage = ({ id, asked }: { id: string | null; asked?: Asked | undefined }) => {
  const words = useMessages(knowledgeMessages);
  const [question, setQuestion] = useState('');
  return (
    <EditorPage
      spec={spec}
      id={id}
      list={{ path: paths.knowledges, label: words.title, create: paths.knowledgeNew }}
      title={({ name }) => name.trim() || words.create}
      renderAside={({ form, entity, problems }) => (
        <TryAssistant item={Object.keys(problems).length === 0 ? { id: entity?._id ?? null, ...form } : 'incomplete'} asked={question} />
      )}
    >
      {(editor) => (
        <Stack gap="md" className={classes.card ?? ''}>
          {asked && (
            <AskedQuestion
              {...asked}
              onFound={(found) => {
                setQuestion(found);
                if (editor.now().name === '' && editor.now().description === '') editor.change(itemAbout(found));
              }}
            />
          )}
          {editor.entity && <About item={editor.entity} />}
          <KnowledgeFields editor={editor} />
        </Stack>
      )}
    </EditorPage>
  );
};

export const NewPage = () => {
  const { thread, message } = useSearch({ from: '/signed-in/english/knowledge/new' });
  return <KnowledgeEditorPage id={null} asked={thread && message ? { thread, message } : undefined} />;
};
export const EditPage = () => {
  const { knowledgeId } = useParams({ from: '/signed-in/english/knowledge/$knowledgeId' });
  return <KnowledgeEditorPage key={knowledgeId} id={knowledgeId} />;
};
