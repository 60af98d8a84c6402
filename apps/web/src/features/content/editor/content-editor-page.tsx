import { DEFAULT_INCLUDE_STORE_TYPE, windowState } from '@endcap/contract/audience';
import {
  type Content,
  type ContentDraft,
  contentFieldSpecs,
  type ContentType,
  hasField,
  panelsOf,
  requiresField,
} from '@endcap/contract/content';
import { daysLater, readInstant } from '@endcap/contract/warsaw-time';
import { useParams, useSearch } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { config } from '../../../config.ts';
import { EditorPage } from '../../../frames/editor-page.tsx';
import { type EditorSpec, type SaveQuestion, useEntity } from '../../../frames/editor-spec.ts';
import { useOpenSections } from '../../../frames/open-sections.tsx';
import { call, callTagged } from '../../../lib/api.ts';
import { catalogue, type Language, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { useInView } from '../../../ui/use-in-view.ts';
import { CodeReports } from '../../day-sheet/index.ts';
import { contentMessages } from '../content.messages.ts';
import { content } from '../content.queries.ts';
import classes from './content-editor.module.css';
import {
  addTypedEans,
  aimedOf,
  blankContent,
  type ContentEditor,
  type ContentForm,
  contentFormSchema,
  emptyContentForm,
  emptyFormOf,
  formFields,
  toContentForm,
  typeOf,
  useContentType,
} from './content-form.ts';
import { FilledContext, useContentField } from './content-field.tsx';
import { ContentPanel, panelId } from './content-panel.tsx';
import { ContentPhone } from './content-phone.tsx';
import { readingOf } from './reading-of.ts';
import { WhoSeesIt } from './who-sees-it.tsx';

const askMessages = catalogue(
  {
    title: 'Opublikować od razu u wszystkich, bez daty końca?',
    text: 'Po zapisaniu zobaczą to od razu wszyscy klienci wszystkich sklepów. Zniknie dopiero, gdy ktoś zakończy publikację.',
    confirm: 'Opublikuj',
  },
  {
    title: 'Publish to everybody now, with no end date?',
    text: 'All customers of all stores will see it as soon as it is saved. It stays until somebody ends its publication.',
    confirm: 'Publish',
  },
);

type Aim = ReturnType<typeof aimedOf>;
/** Returns whether an item is visible to everybody now, without an end. */
const isOpenForAll = (item: Pick<Aim, keyof Aim & keyof Content>): boolean =>
  item.publicationEnd === null &&
  windowState(item, Date.now()) === 'open' &&
  item.includeStoreType === 'all' &&
  [item.excludeStores, item.excludeStoreGroups, item.segments].every((list) => list.length === 0);

/** Navigation has no dates by nature. For all other types a missing end may be a mistake. */
const usuallyEnds = (type: ContentType): boolean => requiresField(type, 'validityEnd');

/** Returns a question for a save that newly shows an item to everybody at once and without an end; otherwise null (E-64). */
export const asksBeforeSave = (form: ContentForm, stored: Content | null, language: Language): SaveQuestion | null =>
  usuallyEnds(typeOf(form)) && isOpenForAll(aimedOf(form)) && !(stored && isOpenForAll(stored)) ? askMessages[language] : null;

/** Applies a new type in the address to the open form, as if it were chosen there. Input is kept. */
const FollowType = ({ editor }: { editor: ContentEditor }) => {
  const { type } = useSearch({ strict: false });
  const { change } = useContentField({ field: 'contentType', editor });
  const follow = useEffectEvent(change);
  const last = useRef(type);
  useEffect(() => {
    if (type && type !== last.current) follow(type);
    last.current = type;
  }, [type]);
  return null;
};

/** An index of the panels that marks the one in view and those with problems. */
const PanelIndex = ({ editor }: { editor: ContentEditor }) => {
  const words = useMessages(contentMessages);
  const type = useContentType(editor);
  const found = useSelector(editor.shown);
  const problems = new Set(Object.keys(found).map((field) => field.split('.')[0]));
  const panels = panelsOf(type);
  const current = useInView(panels.map(panelId));
  return (
    <nav aria-label={words.panelIndex} className={classes.index}>
      {panels.map((panel) => {
        const count = formFields.filter((field) => contentFieldSpecs[field].panel === panel && problems.has(field)).length;
        return (
          <a
            key={panel}
            href={`#${panelId(panel)}`}
            data-problems={count || undefined}
            {...(current === panelId(panel) && { 'aria-current': 'location' as const })}
          >
            <span>{words.panels[panel]}</span>
            {count > 0 && <span>{` (${count})`}</span>}
          </a>
        );
      })}
    </nav>
  );
};

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
    spans: (form, language) =>
      (['publication', 'validity'] as const).map((span) => ({
        name: contentMessages[language].spans[span],
        start: hasField(typeOf(form), `${span}Start`) ? readInstant(form[`${span}Start`]) : null,
        end: hasField(typeOf(form), `${span}End`) ? readInstant(form[`${span}End`]) : null,
      })),
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
  const type = useContentType(editor);
  const panels = panelsOf(type);
  const of = useOpenSections({ names: panels, idOf: panelId });
  // The store type of a new item is a default, not a choice.
  const [filled, setFilled] = useState<Partial<ContentForm>>(() =>
    editor.base.get().entity === null ? { includeStoreType: DEFAULT_INCLUDE_STORE_TYPE } : {},
  );
  const fills = useMemo(() => {
    const onFill = (part: Partial<ContentForm>, chosen: string): void =>
      setFilled((before) =>
        // All fields read this context, so the state object is replaced only if it changes.
        chosen in before || Object.keys(part).length > 0
          ? { ...Object.fromEntries(Object.entries(before).filter(([field]) => field !== chosen)), ...part }
          : before,
      );
    return { filled, onFill };
  }, [filled]);
  return (
    <FilledContext value={fills}>
      <FollowType editor={editor} />
      {panels.map((panel) => (
        <ContentPanel key={panel} panel={panel} editor={editor} of={of} />
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

/** The editor for new and existing items of all eleven types. The contract's table lists the fields of each type (CONT-FORM-*). */
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
