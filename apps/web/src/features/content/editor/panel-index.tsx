import { contentFieldSpecs, panelsOf } from '@endcap/contract/content';
import { useSelector } from '@tanstack/react-store';
import { useValues } from '../../../form/form-store.ts';
import { useMessages } from '../../../lib/language.tsx';
import { useInView } from '../../../ui/use-in-view.ts';
import { contentMessages } from '../content.messages.ts';
import classes from './content-editor.module.css';
import { formFields, typeOf } from './content-form.ts';
import { panelId } from './content-panel.tsx';
import type { ContentEditor } from './use-content-field.ts';

/** Where the panels are, which is being read, and which of them have problems. */
export const PanelIndex = ({ editor }: { editor: ContentEditor }) => {
  const words = useMessages(contentMessages);
  const type = useValues(editor, typeOf);
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
