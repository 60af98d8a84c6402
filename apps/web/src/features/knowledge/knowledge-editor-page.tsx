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
import { itemAbout, QuestionLoader } from './question-loader.tsx';
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

const useIsOver = (validityEnd: string | null): boolean => {
  const [openedAt] = useState(() => Date.now());
  return validityEnd !== null && Date.parse(validityEnd) <= openedAt;
};

/** Hint on how to change the validity, which this form cannot do, and what to do after it ends. */
const ValidityChange = ({ validityEnd }: Pick<Knowledge, 'validityEnd'>) => {
  const { setBy, overTodo } = useMessages(knowledgeMessages).validity;
  return <span data-testid="validity-changed-how">{useIsOver(validityEnd) ? `${overTodo} ${setBy}` : setBy}</span>;
};

/** Read-only facts: the source file, and the validity if it has a start or an end. */
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
        <>
          <div className={classes.when}>
            <span>{`${words.validity.title}:`}</span> <Validity item={item} />
          </div>
          <ValidityChange validityEnd={item.validityEnd} />
        </>
      )}
    </Stack>
  );
};

const Try = ({ editor, initialQuestion }: { editor: KnowledgeEditor; initialQuestion: string }) => {
  const form = useSelector(editor.values);
  const entity = useEntity(editor);
  const id = entity?._id ?? null;
  const isWhole = useSelector(editor.problems, (problems) => Object.keys(problems).length === 0);
  return (
    <TryAssistant
      item={isWhole ? { id, ...form } : 'incomplete'}
      isOver={useIsOver(entity?.validityEnd ?? null)}
      initialQuestion={initialQuestion}
    />
  );
};

const Fields = ({ editor, onQuestion }: { editor: KnowledgeEditor; onQuestion: (question: string) => void }) => {
  const { thread, message } = useSearch({ strict: false });
  const entity = useEntity(editor);
  return (
    <Stack gap="md" className={classes.card ?? ''}>
      {thread && message && (
        <QuestionLoader
          thread={thread}
          message={message}
          onLoad={(loaded) => {
            onQuestion(loaded);
            const { name, description } = editor.values.get();
            if (name === '' && description === '') editor.change(itemAbout(loaded));
          }}
        />
      )}
      {entity && <About item={entity} />}
      <KnowledgeFields editor={editor} />
    </Stack>
  );
};

/** Editor of new and existing knowledge items, with a trial of the assistant (KNOW-EDIT-*). */
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
      renderAside={(editor) => <Try editor={editor} initialQuestion={thread ? question : ''} />}
    >
      {(editor) => <Fields editor={editor} onQuestion={setQuestion} />}
    </EditorPage>
  );
};
