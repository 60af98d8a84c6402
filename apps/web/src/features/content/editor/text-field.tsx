import { contentFields } from '@endcap/contract/content';
import { MARKDOWN_MAX_LENGTH } from '@endcap/contract/markdown';
import type { ReactElement } from 'react';
import { useValues } from '../../../form/form-store.ts';
import { useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { MarkdownField } from '../../../ui/markdown-field.tsx';
import { TextLine } from '../../../ui/text-line.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { VersionField } from '../../../ui/version-field.tsx';
import { contentMessages } from '../content.messages.ts';
import { ContentLinkDialog } from '../picker/late-link-dialog.tsx';
import { type TextFieldName, typeOf } from './content-form.ts';
import { type FieldProps, useContentField } from './use-content-field.ts';

/** One type has it, and its choices come from the server. */
const ThresholdInput = lazyPart(
  () => import('./threshold-input.tsx'),
  (module) => module.ThresholdInput,
);

/** A field that the form holds as text, as its kind wants it. */
export const TextField = ({ field, editor }: FieldProps<TextFieldName>): ReactElement => {
  const words = useMessages(contentMessages);
  const { value, change, isFilled, label, error, required } = useContentField({ field, editor });
  const isVideo = useValues(editor, (form) => typeOf(form) === 'youtube');
  const common = { label, error, required, value };
  const { input } = contentFields[field];
  switch (input) {
    case 'markdown':
      return (
        <MarkdownField
          {...common}
          onChange={change}
          maxLength={MARKDOWN_MAX_LENGTH}
          renderLinkDialog={(dialog) => <ContentLinkDialog {...dialog} />}
        />
      );
    case 'image':
    case 'file':
      return (
        <UploadField
          {...common}
          kind={input}
          value={value || null}
          onChange={(reference) => change(reference ?? '')}
          onBusy={editor.onBusy}
        />
      );
    case 'instant':
      return (
        <DateField
          {...common}
          onChange={change}
          kind="minute"
          use={field.endsWith('End') ? 'end' : 'start'}
          description={isFilled ? `${words.warsaw} · ${words.filled}` : words.warsaw}
        />
      );
    case 'threshold':
      return <ThresholdInput label={label} editor={editor} error={error} />;
    case 'version':
      return <VersionField label={label} value={value} onChange={change} error={error} />;
    case 'line':
      return (
        <TextLine
          {...common}
          description={field === 'name' ? words.nameHint : field === 'url' && isVideo ? words.videoHint : undefined}
          onText={change}
        />
      );
  }
};
