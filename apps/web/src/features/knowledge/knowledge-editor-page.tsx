import { CONTENT_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, type Knowledge, KnowledgeDraft, knowledgeRoutes } from '@endcap/contract/knowledge';
import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import type { z } from 'zod';
import { EditorPage } from '../../frames/editor-page.tsx';
import type { EditorSpec } from '../../frames/editor-spec.ts';
import { codeMessages, codeWord } from '../../frames/code.messages.ts';
import { call, callTagged } from '../../lib/api.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { type Asked, AskedQuestion, itemAbout } from './asked-question.tsx';
import { knowledgeMessages } from './knowledge.messages.ts';
import { knowledge } from './knowledge.queries.ts';
import classes from './knowledge.module.css';

type KnowledgeForm = { name: string; description: string; content: string };

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

/** KNOW-EDIT-*: one page for a new item and an existing one. */
const KnowledgeEditorPage = ({ id, asked }: { id: string | null; asked?: Asked | undefined }) => {
  const words = useMessages(knowledgeMessages);
  const codes = useMessages(codeMessages);
  const format = useFormat();
  return (
    <EditorPage
      spec={spec}
      id={id}
      list={{ path: paths.knowledges, label: words.title, create: paths.knowledgeNew }}
      title={({ name }) => name.trim() || words.create}
    >
      {({ form, now, change, problemOf, entity }) => (
        <Stack gap="md" className={classes.card ?? ''}>
          {asked && (
            <AskedQuestion
              {...asked}
              onFound={(question) => now().name === '' && now().description === '' && change(itemAbout(question))}
            />
          )}
          {entity?.filename && (
            <Text size="sm" c="dimmed">
              {words.file}: {entity.filename}
            </Text>
          )}
          <TextInput
            label={words.name}
            description={words.nameHint}
            required
            value={form.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={codeWord(codes, problemOf('name'))}
          />
          <TextArea
            label={words.description}
            description={words.descriptionHint}
            required
            minRows={2}
            maxRows={5}
            value={form.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
            error={codeWord(codes, problemOf('description'))}
          />
          <Text size="xs" c="dimmed" ta="right" mt={-12}>
            {form.description.length}/{DESCRIPTION_MAX_LENGTH}
          </Text>
          <Textarea
            label={words.content}
            required
            rows={18}
            value={form.content}
            onChange={(event) => change({ content: event.currentTarget.value })}
            error={codeWord(codes, problemOf('content'))}
          />
          <Text size="xs" c="dimmed" ta="right" mt={-12}>
            {words.size(format.number(form.content.length), format.number(CONTENT_MAX_LENGTH))}
          </Text>
        </Stack>
      )}
    </EditorPage>
  );
};

export const NewPage = () => {
  const { thread, message } = useSearch({ from: '/signed-in/english/knowledge/new' });
  return <KnowledgeEditorPage id={null} asked={thread && message ? { thread, message: String(message) } : undefined} />;
};
export const EditPage = () => {
  const { knowledgeId } = useParams({ from: '/signed-in/english/knowledge/$knowledgeId' });
  return <KnowledgeEditorPage key={knowledgeId} id={knowledgeId} />;
};
