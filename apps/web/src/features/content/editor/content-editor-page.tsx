import { DEFAULT_INCLUDE_STORE_TYPE } from '@endcap/contract/audience';
import { type Content, type ContentDraft, contentRoutes, type ContentType, hasField, panelsOf } from '@endcap/contract/content';
import { daysLater, readInstant } from '@endcap/contract/warsaw-time';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { config } from '../../../config.ts';
import { EditorPage } from '../../../frames/editor-page.tsx';
import type { EditorSpec } from '../../../frames/editor-spec.ts';
import { openBefore } from '../../../frames/gone-on.ts';
import { call, callTagged } from '../../../lib/api.ts';
import { DrawnFor } from '../../../lib/drawn-for.ts';
import { useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { CodeReports } from '../../day-sheet/index.ts';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import { cardValues } from './card-values.ts';
import { readingOf } from './reading-of.ts';
import {
  addTypedEans,
  aimValues,
  blankContent,
  type ContentForm,
  contentFormSchema,
  emptyContentForm,
  emptyFormOf,
  formFields,
  toContentForm,
  typeOf,
} from './content-form.ts';
import { ContentPanel, panelValues } from './content-panel.tsx';
import { ContentPhone } from './content-phone.tsx';
import { FilledContext } from './filled.ts';
import { FollowType } from './follow-type.tsx';
import { PanelIndex } from './panel-index.tsx';
import { WhoSeesIt } from './who-sees-it.tsx';

const weekLater = (instant: string): string => (readInstant(instant) ? daysLater(instant, 7) : instant);

const spec: EditorSpec<ContentForm, Content, ContentDraft> = {
  kind: 'content',
  read: (contentId) => callTagged(contentRoutes.details, { params: { contentId } }),
  create: (draft) => call(contentRoutes.create, { body: draft }),
  change: (contentId, patch, ifMatch) => callTagged(contentRoutes.change, { params: { contentId }, body: patch }, { ifMatch }),
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
  schema: contentFormSchema(config.appScheme),
  addTyped: addTypedEans,
  inApp: (draft, id) => ({ kind: 'content', id, draft }),
  emptyIsAll: ['segments'],
  has: (form, field) => formFields.every((one) => one !== field.split('.')[0] || hasField(typeOf(form), one)),
  label: (field, language) => contentMessages[language].fields[field === 'typedEans' ? 'productEANs' : field],
};

/** CONT-FORM-*: one editor for eleven types; what a type has is in the contract's table. */
const ContentEditorPage = ({ id, type }: { id: string | null; type?: ContentType | undefined }) => {
  const words = useMessages(contentMessages);
  const [its] = useState(() => (type ? { ...spec, empty: () => emptyFormOf(type) } : spec));
  // A new item's type was chosen by nobody yet.
  const [filled, setFilled] = useState<Partial<ContentForm>>(id === null ? { includeStoreType: DEFAULT_INCLUDE_STORE_TYPE } : {});
  const [opened] = useState(() => openBefore(spec.kind, id));
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
      <EditorPage
        spec={its}
        id={id}
        list={{ path: paths.content, label: words.title, create: paths.contentNew }}
        title={(form) => (form.title || form.name).trim() || words.create}
        barAt="top"
        renderPreview={(form) => <DrawnFor values={cardValues(form)}>{() => <ContentPhone form={form} />}</DrawnFor>}
        renderAside={(editor) => (
          <>
            <DrawnFor values={[...aimValues(editor.form), editor.entity]}>{() => <WhoSeesIt editor={editor} />}</DrawnFor>
            {editor.entity && <CodeReports contentId={editor.entity._id} />}
            <PanelIndex type={typeOf(editor.form)} problems={editor.shown} />
          </>
        )}
      >
        {(editor) => [
          <FollowType key="type" type={type} editor={editor} />,
          ...panelsOf(typeOf(editor.form)).map((panel) => (
            <DrawnFor key={panel} values={panelValues({ panel, editor })}>
              {() => <ContentPanel panel={panel} editor={editor} opened={opened} />}
            </DrawnFor>
          )),
        ]}
      </EditorPage>
    </FilledContext>
  );
};

export const NewPage = () => {
  const { type } = useSearch({ from: '/signed-in/english/content/new' });
  return <ContentEditorPage id={null} type={type} />;
};
export const EditPage = () => {
  const { contentId } = useParams({ from: '/signed-in/english/content/$contentId' });
  return <ContentEditorPage key={contentId} id={contentId} />;
};
