import { actionWord, kindWord } from '@endcap/contract/history';
import type { Evidence, EvidenceChange } from '@endcap/contract/preview';
import { whoOf } from '../../../frames/history/history.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../../lib/language.tsx';
import { CutText } from './cut-text.tsx';
import { evidenceMessages } from './evidence.messages.ts';
import classes from './evidence.module.css';
import { FirstOfMany } from './first-of-many.tsx';
import { SealMark } from './seal-mark.tsx';
import { useValueTexts } from './use-value-texts.ts';

/** Number of items whose changes are shown before the list is expanded. */
const ITEMS = 30;

type LinesProps = { evidence: Evidence; program: string };

const Field = ({ label, before, after }: { label: string; before: string; after: string }) => {
  const words = useMessages(evidenceMessages);
  return (
    <li>
      <b>{`${label}:`}</b>{' '}
      <del>
        <span className="sr-only">{`${words.was} `}</span>
        <CutText of={label}>{before}</CutText>
      </del>{' '}
      <span>→</span>{' '}
      <ins>
        <span className="sr-only">{`${words.is} `}</span>
        <CutText of={label}>{after}</CutText>
      </ins>
    </li>
  );
};

/** A change: time, person, action and seal. An update also lists the changed fields with old and new values. */
const Line = ({ change, evidence, program }: LinesProps & { change: EvidenceChange }) => {
  const language = useLanguage();
  const words = useMessages(evidenceMessages);
  const format = useFormat();
  const { labelOf, valuesOf } = useValueTexts(evidence.names);
  const { at, person, kind, action, fields } = change;
  return (
    <li>
      <time dateTime={at} translate="no">
        {format.minute(at)}
      </time>{' '}
      <b>{whoOf(person, program)}</b> <span>{actionWord(language, undefined, action)}</span>{' '}
      <small>
        <span>{`· ${words.seal}`}</span> <SealMark of={change} />
      </small>
      {action === 'update' && (
        <ul>
          {fields.map((field) => {
            const [was, is] = valuesOf(kind, field);
            // Two different images or files can have the same label.
            const now = was !== is ? is : was === words.picture ? words.otherImage : words.otherFile;
            return <Field key={field.field} label={labelOf(kind, field.field)} before={was} after={now} />;
          })}
        </ul>
      )}
    </li>
  );
};

const nameOf = (changes: readonly EvidenceChange[]): string | null => changes.findLast(({ label }) => label !== null)?.label ?? null;

/** Later changes, one line each, grouped by item in the order of the first change. */
export const LaterChanges = ({ evidence, program }: LinesProps) => {
  const words = useMessages(evidenceMessages);
  const format = useFormat();
  const language = useLanguage();
  const { changes, toldUntil } = evidence;
  const items = [...Map.groupBy(changes, ({ kind, item }) => `${kind} ${item}`)];
  if (changes.length === 0) return <p className={classes.small}>{words.noChanges}</p>;
  return (
    <>
      {toldUntil !== null && <p role="note">{words.toldUntil(format.number(changes.length), format.minute(toldUntil))}</p>}
      <FirstOfMany
        items={items}
        first={ITEMS}
        label={(others) => words.moreItems(format.number(others))}
        left={(others) => words.itemsLeft(format.number(others))}
      >
        {(shown) => (
          <ul className={classes.items}>
            {shown.map(([key, its]) => {
              const kind = kindWord(language, its[0]?.kind ?? 'content');
              return (
                <li key={key} data-one={(its.length === 1 && its[0]?.action !== 'update') || undefined}>
                  <h3>
                    <span>{nameOf(its) ?? kind}</span> {nameOf(its) !== null && <small>{kind}</small>}
                  </h3>
                  <ul className={classes.lines}>
                    {its.map((change) => (
                      <Line key={change._id} change={change} evidence={evidence} program={program} />
                    ))}
                  </ul>
                </li>
              );
            })}
          </ul>
        )}
      </FirstOfMany>
    </>
  );
};
