import { cleanText, countLineBreaks } from '@endcap/contract/core';
import { TEXT_MAX_LENGTH, TEXT_MAX_LINE_BREAKS } from '@endcap/contract/notifications';
import { DrawnFor } from '../../../lib/drawn-for.ts';
import { useMessages } from '../../../lib/language.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextLine } from '../../../ui/text-line.tsx';
import { notificationMessages } from '../notification.messages.ts';
import type { SendForm } from './send-form.ts';
import classes from './send-notification.module.css';

type MessageFieldsProps = {
  form: SendForm;
  change: (part: Partial<SendForm>) => void;
  errorOf: (field: keyof SendForm) => string | undefined;
};

const TitleField = ({ form, change, errorOf }: MessageFieldsProps) => {
  const words = useMessages(notificationMessages).send;
  return (
    <TextLine
      label={words.titleField}
      required
      value={form.title}
      onText={(title) => change({ title })}
      error={errorOf('title')}
      autoFocus
      data-autofocus
    />
  );
};

const TextField = ({ form, change, errorOf }: MessageFieldsProps) => {
  const words = useMessages(notificationMessages).send;
  const text = cleanText(form.content);
  const lines = countLineBreaks(text);
  return (
    <div>
      <TextArea
        label={words.textField}
        required
        minRows={3}
        maxRows={8}
        value={form.content}
        onText={(content) => change({ content })}
        error={errorOf('content')}
      />
      <div className={classes.counters}>
        <span
          data-over={text.length > TEXT_MAX_LENGTH || undefined}
          title={words.charactersLabel(text.length, TEXT_MAX_LENGTH)}
          data-testid="characters"
        >
          {words.characters(text.length, TEXT_MAX_LENGTH)}
        </span>
        <span
          data-over={lines > TEXT_MAX_LINE_BREAKS || undefined}
          title={words.linesLabel(lines, TEXT_MAX_LINE_BREAKS)}
          data-testid="line-breaks"
        >
          ↵ {words.characters(lines, TEXT_MAX_LINE_BREAKS)}
        </span>
      </div>
    </div>
  );
};

/** Title and text with their counters (NOTIF-FORM-02, 03, 47). */
export const MessageFields = (props: MessageFieldsProps) => {
  const { form, errorOf } = props;
  return (
    <>
      <DrawnFor values={[form.title, errorOf('title')]}>{() => <TitleField {...props} />}</DrawnFor>
      <DrawnFor values={[form.content, errorOf('content')]}>{() => <TextField {...props} />}</DrawnFor>
    </>
  );
};
