import type { FieldProblemCode } from '@endcap/contract/core';
import { MARKDOWN_MAX_LENGTH } from '@endcap/contract/markdown';
import { DEFAULT_COLOR, SentQuestion } from '@endcap/contract/settings';
import { TextInput } from '@mantine/core';
import { useCodeWord } from '../../frames/use-failure-words.ts';
import { useMessages } from '../../lib/language.tsx';
import { MarkdownField } from '../../ui/markdown-field.tsx';
import { ContentLinkDialog } from '../content/index.ts';
import { colorName } from './color-name.ts';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';

type QuestionFieldsProps = {
  pair: Readonly<Record<string, string>>;
  onChange: (part: { question: string } | { answer: string } | { color: string }) => void;
  problemOf: (field: 'question' | 'answer' | 'color') => FieldProblemCode | undefined;
};

/** Question and answer in markdown, and the colour of their card. */
export const QuestionFields = ({ pair, onChange, problemOf }: QuestionFieldsProps) => {
  const words = useMessages(settingsMessages);
  const codeWord = useCodeWord();
  const color = pair['color'] || DEFAULT_COLOR;
  const { shade, hue } = colorName(color);
  const markdown = (field: 'question' | 'answer') => (
    <MarkdownField
      label={words[field]}
      maxLength={MARKDOWN_MAX_LENGTH}
      value={pair[field] ?? ''}
      onChange={(text) => onChange(field === 'question' ? { question: text } : { answer: text })}
      error={codeWord(problemOf(field), SentQuestion.shape[field])}
      renderLinkDialog={(dialog) => <ContentLinkDialog {...dialog} />}
    />
  );
  return (
    <>
      {markdown('question')}
      {markdown('answer')}
      <TextInput
        type="color"
        classNames={{ input: classes.swatch ?? '' }}
        label={words.color}
        description={`${color.toUpperCase()} · ${words.colorName(shade, hue)}`}
        value={color.toLowerCase()}
        onChange={(event) => onChange({ color: event.currentTarget.value.toUpperCase() })}
        error={codeWord(problemOf('color'))}
      />
    </>
  );
};
