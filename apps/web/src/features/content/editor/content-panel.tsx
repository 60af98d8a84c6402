import { type Content, contentFieldSpecs, hasField, type Panel as PanelName, requiresField } from '@endcap/contract/content';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Editor } from '../../../frames/editor-spec.ts';
import { DrawnFor } from '../../../lib/drawn-for.ts';
import { useMessages } from '../../../lib/language.tsx';
import { lazyAside } from '../../../lib/lazy-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { BrokenLinks } from '../../links/index.ts';
import { CoveredIncludes } from '../../store-groups/index.ts';
import { ClosedDays } from '../../trading-days/index.ts';
import { contentMessages } from '../content.messages.ts';
import classes from './content-editor.module.css';
import { ContentFieldInput, fieldValues } from './content-field.tsx';
import { aimedOf, aimValues, type ContentForm, type FormField, formFields, isBlank, isFlag, typeOf } from './content-form.ts';
import { LinksOfContent, linkValues } from './content-links.tsx';
import { DeepLink } from './deep-link.tsx';

/** Drawn once two dates are known: no form waits for it (ux 28). */
const PublicationRange = lazyAside(
  () => import('./publication-range.tsx'),
  (module) => module.PublicationRange,
);

type PanelProps = { panel: PanelName; editor: Editor<ContentForm, Content> };
/** Ids of the panels that somebody opened since the item is open. */
type OpenedProps = { opened: Set<string> };

// Each letter asks for the fields of every panel.
const known = new Map<string, readonly FormField[]>();
/** The fields of a panel. The tab is shown for every type and enabled for banners only (CONT-MAIN-10). */
const shownIn = ({ panel, editor }: PanelProps): readonly FormField[] => {
  const type = typeOf(editor.form);
  const key = `${type} ${panel}`;
  const found = known.get(key);
  if (found) return found;
  const fields = formFields.filter((field) => contentFieldSpecs[field].panel === panel && (field === 'tab' || hasField(type, field)));
  known.set(key, fields);
  return fields;
};

/** All that a panel is drawn from. */
export const panelValues = (props: PanelProps): readonly unknown[] => [
  ...shownIn(props).flatMap((field) => fieldValues({ field, editor: props.editor })),
  ...(props.panel === 'publishing' ? [...aimValues(props.editor.form), props.editor.entity] : []),
  ...(props.panel === 'main' ? linkValues(props.editor.form) : []),
];

/** The dates that something begins or ends at. */
const edges = [
  ['publicationStart', 'start'],
  ['publicationEnd', 'end'],
  ['validityStart', 'start'],
  ['validityEnd', 'end'],
] as const;
const rangeValues = (form: ContentForm): readonly unknown[] => edges.map(([field]) => form[field]);

/** What is seldom filled; the others say what everybody has to know of an item. */
const optional: ReadonlySet<PanelName> = new Set(['descriptions', 'segments', 'threshold', 'regulations', 'texts', 'products']);

/** Whether a panel has nothing in it, and nothing that must be. */
const mayFold = (props: PanelProps): boolean => {
  const { form, problemOf } = props.editor;
  return (
    optional.has(props.panel) &&
    (props.panel !== 'products' || form.typedEans === '') &&
    shownIn(props).every((field) => isBlank(form, field) && problemOf(field) === undefined && !requiresField(typeOf(form), field))
  );
};

export const panelId = (panel: PanelName): string => `panel-${panel}`;
const isInAddress = (panel: PanelName): boolean => location.hash === `#${panelId(panel)}`;

/** An optional panel takes one row until something is in it or wanted of it; what was unfolded once stays so until the item is left. */
const useFolding = ({ opened, ...props }: PanelProps & OpenedProps) => {
  const { panel } = props;
  const [isOpen, setOpen] = useState(() => !mayFold(props) || isInAddress(panel) || opened.has(panelId(panel)));
  if (!isOpen && !mayFold(props)) setOpen(true);
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

/** The fields of a panel (CONT-FORM-06). */
export const ContentPanel = ({ panel, editor, opened }: PanelProps & OpenedProps) => {
  const words = useMessages(contentMessages);
  const { isOpen, open } = useFolding({ panel, editor, opened });
  const input = (field: FormField) => <ContentFieldInput key={field} field={field} editor={editor} />;
  const folded = isOpen ? null : { state: words.panelEmpty, open: words.panelOpen, onOpen: open };
  return (
    <Panel id={panelId(panel)} title={words.panels[panel]} className={classes.panel} folded={folded}>
      <div className={classes.fields}>
        {inRows(shownIn({ panel, editor })).map((fields) =>
          fields.some(isFlag) ? (
            <div key={fields[0]} className={classes.flags}>
              {fields.map(input)}
            </div>
          ) : (
            fields.map(input)
          ),
        )}
        {panel === 'main' && <LinksOfContent editor={editor} />}
        {panel === 'publishing' && (
          <div className={classes.wide}>
            {editor.entity && <BrokenLinks id={editor.entity._id} was={editor.entity} is={aimedOf(editor.form)} />}
            <DrawnFor values={rangeValues(editor.form)}>{() => <PublicationRange form={editor.form} />}</DrawnFor>
            <DrawnFor values={aimValues(editor.form)}>
              {() => <CoveredIncludes rule={aimedOf(editor.form)} onNarrow={() => editor.change({ includeStoreType: '' })} />}
            </DrawnFor>
            <DrawnFor values={[words, ...aimValues(editor.form), ...rangeValues(editor.form)]}>
              {() => (
                <ClosedDays
                  rule={aimedOf(editor.form)}
                  dates={edges.map(([field, edge]) => ({ field, edge, label: words.fields[field], value: editor.form[field] }))}
                  onMend={(field, value) => editor.change({ [field]: value })}
                />
              )}
            </DrawnFor>
          </div>
        )}
        {panel === 'main' && editor.entity && <DeepLink id={editor.entity._id} />}
      </div>
    </Panel>
  );
};
