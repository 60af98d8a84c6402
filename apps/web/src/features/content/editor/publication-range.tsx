import { readInstant } from '@endcap/contract/warsaw-time';
import { catalogue, useFormat, useMessages } from '../../../lib/language.tsx';
import classes from './content-editor.module.css';
import type { ContentForm } from './content-form.ts';

const rangeMessages = catalogue(
  { label: 'Publikacja i ważność na osi czasu', publication: 'Publikacja', validity: 'Ważność', open: 'bez daty', noEnd: 'bez końca' },
  { label: 'Publication and validity over time', publication: 'Publication', validity: 'Validity', open: 'no date', noEnd: 'no end' },
);

const spans = ['publication', 'validity'] as const;

/** Publication above validity, on one scale. An open end extends to the edge. Empty until two dates are set. */
export const PublicationRange = ({ form }: { form: Pick<ContentForm, `${(typeof spans)[number]}${'Start' | 'End'}`> }) => {
  const words = useMessages(rangeMessages);
  const format = useFormat();
  const ends = spans.map((span) => ({ span, start: readInstant(form[`${span}Start`]), end: readInstant(form[`${span}End`]) }));
  const instants = ends.flatMap(({ start, end }) => [start, end]).flatMap((at) => (at === null ? [] : [Date.parse(at)]));
  const [first, last] = [Math.min(...instants), Math.max(...instants)];
  if (instants.length < 2 || first === last) return null;
  const room = (last - first) / 20;
  const shareOf = (at: number): number => ((at - first + room) / (last - first + 2 * room)) * 100;
  return (
    <figure
      role="img"
      className={classes.range}
      aria-label={`${words.label}. ${ends.map(({ span, start, end }) => `${words[span]}: ${start === null ? words.open : format.minute(start)} – ${end === null ? words.noEnd : format.endMinute(end)}`).join('; ')}`}
    >
      {ends.flatMap(({ span, start, end }) => {
        const left = start === null ? 0 : shareOf(Date.parse(start));
        const right = end === null ? 100 : shareOf(Date.parse(end));
        return [
          <span key={span}>{words[span]}</span>,
          <i key={`${span} bar`}>
            {(start !== null || end !== null) && right > left && (
              <b data-of={span} style={{ insetInlineStart: `${left}%`, width: `${right - left}%` }} />
            )}
          </i>,
        ];
      })}
    </figure>
  );
};
