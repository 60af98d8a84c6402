import { DEFAULT_INCLUDE_STORE_TYPE } from '@endcap/contract/audience';
import {
  type Content,
  type ContentDraft,
  contentFieldSpecs,
  contentRoutes,
  type ContentType,
  hasField,
  type Panel as PanelName,
  panelsOf,
} from '@endcap/contract/content';
import type { FieldCodes } from '@endcap/contract/core';
import { deepLink } from '@endcap/contract/deep-links';
import { daysLater, readInstant } from '@endcap/contract/warsaw-time';
import { Button, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { memo, useMemo, useState } from 'react';
import { config } from '../../../config.ts';
import { EditorPage } from '../../../frames/editor-page.tsx';
import type { Editor, EditorSpec } from '../../../frames/editor-spec.ts';
import { Panel } from '../../../ui/panel.tsx';
import { useInView } from '../../../ui/use-in-view.ts';
import { call, callTagged } from '../../../lib/api.ts';
import { DrawnFor } from '../../../lib/drawn-for.ts';
import { useMessages } from '../../../lib/language.tsx';
import { ContentPhone } from './content-phone.tsx';
import { paths } from '../../../lib/paths.ts';
import { CoveredIncludes } from '../../store-groups/index.ts';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import classes from './content-editor.module.css';
import { readingOf } from './choice-words.ts';
import { ContentFieldInput, fieldValues } from './content-field.tsx';
import { FilledContext } from './filled.ts';
import {
  aimedOf,
  aimValues,
  blankContent,
  addTypedEans,
  type ContentForm,
  contentFormSchema,
  emptyContentForm,
  type FormField,
  formFields,
  toContentForm,
  typeOf,
} from './content-form.ts';
import { cardValues } from './card-values.ts';
import { PublicationRange, rangeValues } from './publication-range.tsx';
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
  label: (field, language) => contentMessages[language].fields[field === 'typedEans' ? 'productEANs' : field],
};

/** A-44, CONT-MAIN-16, 22: the link that opens the item in the app. */
const DeepLink = memo(({ id }: { id: string }) => {
  const words = useMessages(contentMessages);
  const [copied, setCopied] = useState(false);
  const link = deepLink(config.appScheme, id);
  return (
    <div className={classes.eans}>
      <TextInput label={words.deepLink} value={link} readOnly />
      <Button variant="default" onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}>
        {copied ? words.copied : words.copy}
      </Button>
    </div>
  );
});

type PanelProps = { panel: PanelName; editor: Editor<ContentForm, Content> };

/** The fields of a panel. The tab is shown for every type and enabled for banners only (CONT-MAIN-10). */
const shownIn = ({ panel, editor }: PanelProps): FormField[] => {
  const type = typeOf(editor.form);
  return formFields.filter((field) => contentFieldSpecs[field].panel === panel && (field === 'tab' || hasField(type, field)));
};

/** All that a panel is drawn from. */
const panelValues = (props: PanelProps): readonly unknown[] => [
  ...shownIn(props).flatMap((field) => fieldValues({ field, editor: props.editor })),
  ...(props.panel === 'publishing' ? aimValues(props.editor.form) : []),
];

const PanelFields = ({ panel, editor }: PanelProps) => {
  const words = useMessages(contentMessages);
  return (
    <Panel id={`panel-${panel}`} title={words.panels[panel]} className={classes.panel}>
      <div className={classes.fields}>
        {shownIn({ panel, editor }).map((field) => (
          <ContentFieldInput key={field} field={field} editor={editor} />
        ))}
        {panel === 'publishing' && (
          <div className={classes.wide}>
            <DrawnFor values={rangeValues(editor.form)}>{() => <PublicationRange form={editor.form} />}</DrawnFor>
            <DrawnFor values={aimValues(editor.form)}>
              {() => <CoveredIncludes rule={aimedOf(editor.form)} onNarrow={() => editor.change({ includeStoreType: '' })} />}
            </DrawnFor>
          </div>
        )}
        {panel === 'main' && editor.entity && <DeepLink id={editor.entity._id} />}
      </div>
    </Panel>
  );
};

/** Where the panels are, which is being read, and which of them have problems. */
const PanelIndex = memo(({ type, problems: found }: { type: ContentType; problems: FieldCodes }) => {
  const words = useMessages(contentMessages);
  const problems = new Set(Object.keys(found).map((field) => field.split('.')[0]));
  const panels = panelsOf(type);
  const current = useInView(panels.map((panel) => `panel-${panel}`));
  return (
    <nav aria-label={words.panelIndex} className={classes.index}>
      {panels.map((panel) => {
        const count = formFields.filter((field) => contentFieldSpecs[field].panel === panel && problems.has(field)).length;
        return (
          <a
            key={panel}
            href={`#panel-${panel}`}
            data-problems={count || undefined}
            {...(current === `panel-${panel}` && { 'aria-current': 'location' as const })}
          >
            {words.panels[panel]}
            {count > 0 && <span> ({count})</span>}
          </a>
        );
      })}
    </nav>
  );
});

/** CONT-FORM-*: one editor for eleven types; what a type has is in the contract's table. */
const ContentEditorPage = ({ id }: { id: string | null }) => {
  const words = useMessages(contentMessages);
  // A new item's type was chosen by nobody yet.
  const [filled, setFilled] = useState<Partial<ContentForm>>(id === null ? { includeStoreType: DEFAULT_INCLUDE_STORE_TYPE } : {});
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
        spec={spec}
        id={id}
        list={{ path: paths.content, label: words.title, create: paths.contentNew }}
        title={(form) => (form.title || form.name).trim() || words.create}
        barAt="top"
        renderPreview={(form) => <DrawnFor values={cardValues(form)}>{() => <ContentPhone form={form} />}</DrawnFor>}
        renderAside={(editor) => (
          <>
            <DrawnFor values={[...aimValues(editor.form), editor.entity]}>{() => <WhoSeesIt editor={editor} />}</DrawnFor>
            <PanelIndex type={typeOf(editor.form)} problems={editor.shown} />
          </>
        )}
      >
        {(editor) =>
          panelsOf(typeOf(editor.form)).map((panel) => (
            <DrawnFor key={panel} values={panelValues({ panel, editor })}>
              {() => <PanelFields panel={panel} editor={editor} />}
            </DrawnFor>
          ))
        }
      </EditorPage>
    </FilledContext>
  );
};

export const NewPage = () => <ContentEditorPage id={null} />;
export const EditPage = () => {
  const { contentId } = useParams({ from: '/signed-in/english/content/$contentId' });
  return <ContentEditorPage key={contentId} id={contentId} />;
};
