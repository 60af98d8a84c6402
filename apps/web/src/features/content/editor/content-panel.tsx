import {
  contentFieldSpecs,
  type ContentType,
  hasField,
  type Panel as PanelName,
  phoneFields,
  type PhoneText,
  requiresField,
} from '@endcap/contract/content';
import { deepLink } from '@endcap/contract/deep-links';
import type { LinkCheck } from '@endcap/contract/links';
import { daysBetween } from '@endcap/contract/trading-days';
import { lastDayOf, readInstant } from '@endcap/contract/warsaw-time';
import { Alert, Button, TextInput } from '@mantine/core';
import { createAtom, useSelector } from '@tanstack/react-store';
import { memo, type ReactNode, useState } from 'react';
import { config } from '../../../config.ts';
import { useFields } from '../../../form/form-store.ts';
import { useEntity } from '../../../frames/editor-spec.ts';
import { Section, type useOpenSections } from '../../../frames/open-sections.tsx';
import { catalogue, plural, useMessages } from '../../../lib/language.tsx';
import { lazyAside } from '../../../lib/lazy-part.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { BrokenLinks, ShownLinks } from '../../links/index.ts';
import { CoveredIncludes } from '../../store-groups/index.ts';
import { ClosedDays } from '../../trading-days/index.ts';
import { contentMessages } from '../content.messages.ts';
import classes from './content-editor.module.css';
import { ContentFieldInput } from './content-field.tsx';
import {
  type ContentEditor,
  type ContentForm,
  type FormField,
  formFields,
  isBlank,
  isFlag,
  typeOf,
  useAimed,
  useContentType,
} from './content-form.ts';

const texts = phoneFields.filter((field): field is PhoneText => contentFieldSpecs[field].input === 'markdown');

const isLater = (one: string, other: string): boolean => one !== '' && Date.parse(one) > Date.parse(other);

/** Returns dates that limit an item to the time in which its link works. The validity stays within the publication (CONT-VAL-31). */
const within = (form: ContentForm, life: { from: string; until: string | null }, { before, after }: LinkCheck): Partial<ContentForm> => ({
  ...(before !== null && {
    publicationStart: life.from,
    ...(isLater(life.from, form.validityStart || life.from) && { validityStart: life.from }),
  }),
  ...(after !== null &&
    life.until !== null && {
      publicationEnd: life.until,
      ...(isLater(form.validityEnd, life.until) && { validityEnd: life.until }),
    }),
});

/** The targets of all links of an item, checked for the time that it is in the app (LINK-01, LINK-02). */
const LinksOfContent = ({ editor }: { editor: ContentEditor }) => {
  const form = useFields(editor, ['contentType', 'url', 'segments', ...texts]);
  const type = typeOf(form);
  const { publicationStart: from, publicationEnd: until, disabled: _, segments, ...aimed } = useAimed(editor);
  const has = { stores: true, segments: hasField(type, 'segments'), version: true, dates: true };
  return (
    <ShownLinks
      texts={texts.filter((field) => hasField(type, field)).map((field) => form[field])}
      url={form.url}
      aim={{ ...aimed, segments: [...segments], from, until, has }}
      onNarrow={(audience) => editor.change(has.segments ? audience : { ...audience, segments: form.segments })}
      onShorten={(life, check) => editor.change(within(editor.values.get(), life, check))}
    />
  );
};

/** The link that opens the item in the app (A-44, CONT-MAIN-16, CONT-MAIN-22). */
const DeepLink = memo(({ id }: { id: string }) => {
  const words = useMessages(contentMessages);
  const link = deepLink(config.appScheme, id);
  const { isCopied, copy } = useCopy(link);
  const withButton = (input: ReactNode): ReactNode => (
    <div className={classes.eans}>
      {input}
      <Button variant="default" onClick={copy}>
        {isCopied ? words.copied : words.copy}
      </Button>
    </div>
  );
  return <TextInput label={words.deepLink} value={link} readOnly inputContainer={withButton} />;
});

const afterMessages = catalogue(
  {
    shown: (n: number) =>
      `Widoczne jeszcze ${n} ${plural('pl', n, { one: 'dzień', few: 'dni', many: 'dni', other: 'dnia' })} po końcu ważności.`,
    mend: 'Zakończ publikację z końcem ważności',
  },
  {
    shown: (n) => `Shown for ${n} more ${n === 1 ? 'day' : 'days'} after validity ends.`,
    mend: 'End publication with validity',
  },
);

/** Shows for how many days an item stays published after its validity, and offers to end both together (E-65). */
const ShownAfterValidity = ({ editor }: { editor: ContentEditor }) => {
  const words = useMessages(afterMessages);
  const form = useFields(editor, ['contentType', 'publicationEnd', 'validityEnd']);
  const [publicationEnd, validityEnd] = [readInstant(form.publicationEnd), readInstant(form.validityEnd)];
  const type = typeOf(form);
  const hasBothEnds = publicationEnd !== null && validityEnd !== null && hasField(type, 'validityEnd');
  const days = hasBothEnds ? daysBetween(lastDayOf(validityEnd), lastDayOf(publicationEnd)) : 0;
  return (
    <div role="status" data-testid="shown-after-validity">
      {validityEnd !== null && days > 0 && (
        <Alert color="yellow" variant="light" role="group">
          <span>{words.shown(days)}</span>{' '}
          <Button size="compact-sm" variant="default" onClick={() => editor.change({ publicationEnd: validityEnd })}>
            {words.mend}
          </Button>
        </Alert>
      )}
    </div>
  );
};

/** Loaded separately and shown once two dates are set, so that the form does not wait for it (ux 28). */
const PublicationRange = lazyAside(
  () => import('./publication-range.tsx'),
  (module) => module.PublicationRange,
);

type PanelProps = { panel: PanelName; editor: ContentEditor; of: ReturnType<typeof useOpenSections<PanelName>> };

/** The start and end dates of the publication and the validity. */
const edges = [
  ['publicationStart', 'start'],
  ['publicationEnd', 'end'],
  ['validityStart', 'start'],
  ['validityEnd', 'end'],
] as const;
const edgeFields = edges.map(([field]) => field);
const isEdge = (field: FormField): boolean => edgeFields.some((edge) => edge === field);

/** The fields of a panel, dates first. The tab is shown for every type and enabled for banners only (CONT-MAIN-10). */
const shownIn = (panel: PanelName, type: ContentType): readonly FormField[] =>
  formFields
    .filter((field) => contentFieldSpecs[field].panel === panel && (field === 'tab' || hasField(type, field)))
    .toSorted((one, other) => Number(isEdge(other)) - Number(isEdge(one)));

/** Panels that are rarely filled in. The others contain the essential fields of every item. */
const optional: ReadonlySet<PanelName> = new Set(['descriptions', 'segments', 'threshold', 'regulations', 'texts', 'products']);

export const panelId = (panel: PanelName): string => `panel-${panel}`;

/** Returns whether an optional panel has a value, a required field or a problem. Reads no field of another panel. */
const isNeeded = (panel: PanelName, { fields, shown }: ContentEditor): boolean => {
  if (panel === 'products' && fields.typedEans.get() !== '') return true;
  const type = typeOf({ contentType: fields.contentType.get() });
  const problems = shown.get();
  return shownIn(panel, type).some(
    (field) => problems[field] !== undefined || requiresField(type, field) || !isBlank(field, fields[field].get()),
  );
};

/** Returns whether a panel always stays open. An optional one may be folded until it has a value or a required field. */
const useIsPinned = (panel: PanelName, editor: ContentEditor): boolean => {
  const [pinned] = useState(() => createAtom(() => !optional.has(panel) || isNeeded(panel, editor)));
  return useSelector(pinned);
};

/** Groups adjacent fields into rows, with flags in rows of their own. */
const inRows = (fields: readonly FormField[]): FormField[][] =>
  fields.reduce<FormField[][]>((rows, field) => {
    const last = rows.at(-1);
    if (last?.[0] !== undefined && isFlag(last[0]) === isFlag(field)) return [...rows.slice(0, -1), [...last, field]];
    return [...rows, [field]];
  }, []);

/** Broken links, the time line, covered stores and closed days, below the fields of publication. */
const PublishingNotes = ({ editor }: { editor: ContentEditor }) => {
  const words = useMessages(contentMessages);
  const entity = useEntity(editor);
  const aimed = useAimed(editor);
  const form = useFields(editor, edgeFields);
  return (
    <div className={classes.wide}>
      {entity && <BrokenLinks id={entity._id} was={entity} is={aimed} />}
      <PublicationRange form={form} />
      <ShownAfterValidity editor={editor} />
      <CoveredIncludes rule={aimed} onNarrow={() => editor.change({ includeStoreType: '' })} />
      <ClosedDays
        rule={aimed}
        dates={edges.map(([field, edge]) => ({ field, edge, label: words.fields[field], value: form[field] }))}
        onMend={(field, value) => editor.change({ [field]: value })}
      />
    </div>
  );
};

/** The fields of a panel (CONT-FORM-06). */
export const ContentPanel = ({ panel, editor, of }: PanelProps) => {
  const words = useMessages(contentMessages);
  const type = useContentType(editor);
  const entity = useEntity(editor);
  const input = (field: FormField) => <ContentFieldInput key={field} field={field} editor={editor} />;
  return (
    <Section
      of={of}
      name={panel}
      title={words.panels[panel]}
      className={classes.panel}
      isPinned={useIsPinned(panel, editor)}
      folded={{ state: panel === 'segments' ? words.allCustomers : words.panelEmpty, open: words.panelOpen }}
    >
      <div className={classes.fields}>
        {inRows(shownIn(panel, type)).map((fields) =>
          fields.some(isFlag) ? (
            <div key={fields[0]} className={classes.flags}>
              {fields.map(input)}
            </div>
          ) : (
            fields.map(input)
          ),
        )}
        {panel === 'main' && <LinksOfContent editor={editor} />}
        {panel === 'publishing' && <PublishingNotes editor={editor} />}
        {panel === 'main' && entity && <DeepLink id={entity._id} />}
      </div>
    </Section>
  );
};
