import { contentFieldSpecs, type ContentType, hasField, type Panel as PanelName, requiresField } from '@endcap/contract/content';
import type { FieldCodes } from '@endcap/contract/core';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFields, useValues } from '../../../form/form-store.ts';
import { useEntity } from '../../../frames/editor-spec.ts';
import { useMessages } from '../../../lib/language.tsx';
import { lazyAside } from '../../../lib/lazy-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { BrokenLinks } from '../../links/index.ts';
import { CoveredIncludes } from '../../store-groups/index.ts';
import { ClosedDays } from '../../trading-days/index.ts';
import { contentMessages } from '../content.messages.ts';
import classes from './content-editor.module.css';
import { ContentFieldInput } from './content-field.tsx';
import { type ContentForm, type FormField, formFields, isBlank, isFlag, typeOf, useAimed } from './content-form.ts';
import { LinksOfContent } from './content-links.tsx';
import { DeepLink } from './deep-link.tsx';
import { ShownAfterValidity } from './shown-after-validity.tsx';
import type { ContentEditor } from './use-content-field.ts';

/** Drawn once two dates are known: no form waits for it (ux 28). */
const PublicationRange = lazyAside(
  () => import('./publication-range.tsx'),
  (module) => module.PublicationRange,
);

type PanelProps = { panel: PanelName; editor: ContentEditor };
/** Ids of the panels that somebody opened since the item is open. */
type OpenedProps = { opened: Set<string> };

/** The dates that something begins or ends at. */
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

/** What is seldom filled; the others say what everybody has to know of an item. */
const optional: ReadonlySet<PanelName> = new Set(['descriptions', 'segments', 'threshold', 'regulations', 'texts', 'products']);

/** Whether a panel has nothing in it, and nothing that must be. */
const mayFold = (panel: PanelName, form: ContentForm, shown: FieldCodes): boolean =>
  optional.has(panel) &&
  (panel !== 'products' || form.typedEans === '') &&
  shownIn(panel, typeOf(form)).every((field) => isBlank(form, field) && shown[field] === undefined && !requiresField(typeOf(form), field));

export const panelId = (panel: PanelName): string => `panel-${panel}`;
const isInAddress = (panel: PanelName): boolean => location.hash === `#${panelId(panel)}`;

/** An optional panel takes one row until something is in it or wanted of it; what was unfolded once stays so until the item is left. */
const useFolding = ({ opened, panel, editor }: PanelProps & OpenedProps) => {
  const mustBeOpen = (): boolean => !mayFold(panel, editor.values.get(), editor.shown.get());
  const [isOpen, setOpen] = useState(() => mustBeOpen() || isInAddress(panel) || opened.has(panelId(panel)));
  const isFilled = useSelector(editor.values, () => !isOpen && mustBeOpen());
  const isWrong = useSelector(editor.shown, () => !isOpen && mustBeOpen());
  if (isFilled || isWrong) setOpen(true);
  const unfold = (): void => {
    opened.add(panelId(panel));
    flushSync(() => setOpen(true));
  };
  const follow = useEffectEvent((): void => {
    if (!isInAddress(panel)) return;
    unfold();
    document.getElementById(panelId(panel))?.scrollIntoView();
  });
  useEffect(() => {
    if (isOpen) return;
    const heard = (): void => follow();
    addEventListener('hashchange', heard);
    return () => removeEventListener('hashchange', heard);
  }, [isOpen]);
  return {
    isOpen,
    open: (): void => {
      unfold();
      document.querySelector<HTMLElement>(`#${panelId(panel)} :is(input:not([type='file']), textarea, select)`)?.focus();
    },
  };
};

/** Flags that follow each other share a row of their own; of all others two stand in one. */
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
export const ContentPanel = ({ panel, editor, opened }: PanelProps & OpenedProps) => {
  const words = useMessages(contentMessages);
  const type = useValues(editor, typeOf);
  const entity = useEntity(editor);
  const { isOpen, open } = useFolding({ panel, editor, opened });
  const input = (field: FormField) => <ContentFieldInput key={field} field={field} editor={editor} />;
  const folded = isOpen
    ? null
    : { state: panel === 'segments' ? words.allCustomers : words.panelEmpty, open: words.panelOpen, onOpen: open };
  return (
    <Panel id={panelId(panel)} title={words.panels[panel]} className={classes.panel} folded={folded}>
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
    </Panel>
  );
};
