import { CONTENT_MAX_LENGTH, DESCRIPTION_MAX_LENGTH, type Knowledge, knowledgeFields } from '@endcap/contract/knowledge';
import { Text } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import { useCodeWord } from '../../frames/use-failure-words.ts';
import type { Editor } from '../../frames/editor-spec.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextLine } from '../../ui/text-line.tsx';
import { knowledgeMessages } from './knowledge.messages.ts';

export type KnowledgeForm = { name: string; description: string; content: string };
export type KnowledgeEditor = Editor<KnowledgeForm, Knowledge>;

const Count = ({ children }: { children: string }) => (
  <Text size="xs" c="dimmed" ta="right" mt={-12}>
    {children}
  </Text>
);

/** Fields of a knowledge item (KNOW-EDIT-01..05). */
export const KnowledgeFields = ({ editor }: { editor: KnowledgeEditor }) => {
  const words = useMessages(knowledgeMessages);
  const codeWord = useCodeWord();
  const format = useFormat();
  const form = useSelector(editor.values);
  const problems = useSelector(editor.shown);
  const field = (name: keyof KnowledgeForm) => ({
    label: words[name],
    required: true,
    value: form[name],
    onText: (text: string) => editor.change({ [name]: text }),
    error: codeWord(problems[name]?.[0], knowledgeFields[name].rule),
  });
  return (
    <>
      <TextLine {...field('name')} description={words.nameHint} />
      <TextArea {...field('description')} prose description={words.descriptionHint} minRows={2} maxRows={5} />
      <Count>{`${form.description.length}/${DESCRIPTION_MAX_LENGTH}`}</Count>
      <TextArea {...field('content')} minRows={18} maxRows={18} />
      <Count>{words.size(format.number(form.content.length), format.number(CONTENT_MAX_LENGTH))}</Count>
    </>
  );
};
