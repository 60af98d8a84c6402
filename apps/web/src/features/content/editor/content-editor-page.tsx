import { DEFAULT_INCLUDE_STORE_TYPE } from '@endcap/contract/audience';
import { type Content, type ContentDraft, hasField, panelsOf } from '@endcap/contract/content';
import { daysLater, readInstant } from '@endcap/contract/warsaw-time';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { config } from '../../../config.ts';
import { useValues } from '../../../form/form-store.ts';
import { EditorPage } from '../../../frames/editor-page.tsx';
import { type EditorSpec, useEntity } from '../../../frames/editor-spec.ts';
import { call, callTagged } from '../../../lib/api.ts';
import { useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { CodeReports } from '../../day-sheet/index.ts';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import { asksBeforeSave } from './asks-before-save.ts';
import { readingOf } from './reading-of.ts';
import {
  addTypedEans,
  blankContent,
  type ContentForm,
  contentFormSchema,
  emptyContentForm,
  emptyFormOf,
  formFields,
  toContentForm,
  typeOf,
} from './content-form.ts';
import { ContentPanel } from './content-panel.tsx';
import { ContentPhone } from './content-phone.tsx';
import { FilledContext } from './filled.ts';
import { FollowType } from './follow-type.tsx';
import { PanelIndex } from './panel-index.tsx';
import type { ContentEditor } from './use-content-field.ts';
import { WhoSeesIt } from './who-sees-it.tsx';

const weekLater = (instant: string): string => (readInstant(instant) ? daysLater(instant, 7) : instant);

const spec: EditorSpec<ContentForm, Content, ContentDraft> = {
  kind: 'content',
  read: (contentId) => callTagged('GET /api/v1/content-editor/:contentId', { params: { contentId } }),
  create: (draft) => call('POST /api/v1/content-editor', { body: draft }),
  change: (contentId, patch, ifMatch) =>
    callTagged('PATCH /api/v1/content-editor/:contentId', { params: { contentId }, body: patch }, { ifMatch }),
  changed: content.changed,
  empty: emptyContentForm,
  blank: blankContent,
  reads: readingOf,
  toForm: toContentForm,
  copied: {
    fields: { publicationStart: '', publicationEnd: '' },
    later: ({ publicationStart, publicationEnd, validityStart, validityEnd }) => ({
      publicationStart: weekLater(publicationStart),
      publicationEnd: weekLater(publicationEnd),
      validityStart: weekLater(validityStart),
      validityEnd: weekLater(validityEnd),
    }),
  },
  asks: asksBeforeSave,
  schema: contentFormSchema(config.appScheme),
  addTyped: addTypedEans,
  inApp: (draft, id) => ({ kind: 'content', id, draft }),
  emptyIsAll: ['segments'],
  has: (form, field) => formFields.every((one) => one !== field.split('.')[0] || hasField(typeOf(form), one)),
  label: (field, language) => contentMessages[language].fields[field === 'typedEans' ? 'productEANs' : field],
};

/** The panels that the chosen type has. */
const Panels = ({ editor }: { editor: ContentEditor }) => {
  const type = useValues(editor, typeOf);
  const [opened] = useState(() => new Set<string>());
  // A new item's type was chosen by nobody yet.
  const [filled, setFilled] = useState<Partial<ContentForm>>(() =>
    editor.base.get().entity === null ? { includeStoreType: DEFAULT_INCLUDE_STORE_TYPE } : {},
  );
  const fills = useMemo(() => {
    const onFill = (part: Partial<ContentForm>, chosen: string): void =>
      setFilled((before) =>
        // Every field hears of it, so nothing is said when there is nothing new.
        chosen in before || Object.keys(part).length > 0
          ? { ...Object.fromEntries(Object.entries(before).filter(([field]) => field !== chosen)), ...part }
          : before,
      );
    return { filled, onFill };
  }, [filled]);
  return (
    <FilledContext value={fills}>
      <FollowType editor={editor} />
      {panelsOf(type).map((panel) => (
        <ContentPanel key={panel} panel={panel} editor={editor} opened={opened} />
      ))}
    </FilledContext>
  );
};

const Aside = ({ editor }: { editor: ContentEditor }) => {
  const entity = useEntity(editor);
  return (
    <>
      <WhoSeesIt editor={editor} />
      {entity && <CodeReports contentId={entity._id} />}
      <PanelIndex editor={editor} />
    </>
  );
};

/** CONT-FORM-*: one editor for a new item and an existing one of eleven types; what a type has is in the contract's table. */
export const ContentEditorPage = () => {
  const words = useMessages(contentMessages);
  const { contentId = null } = useParams({ strict: false });
  const { type } = useSearch({ strict: false });
  const its = useMemo(() => (type ? { ...spec, empty: () => emptyFormOf(type) } : spec), [type]);
  return (
    <EditorPage
      spec={its}
      id={contentId}
      list={{ path: paths.content, label: words.title, create: paths.contentNew }}
      title={(form) => (form.name || form.title).trim() || words.create}
      barAt="top"
      renderPreview={(editor) => <ContentPhone editor={editor} />}
      renderAside={(editor) => <Aside editor={editor} />}
    >
      {(editor) => <Panels editor={editor} />}
    </EditorPage>
  );
};
