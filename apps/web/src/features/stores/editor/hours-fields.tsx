import { storeFields } from '@endcap/contract/stores';
import { hoursInWords, readHours, sundayRules, type Weekday, weekdays } from '@endcap/contract/trading-days';
import { Button, Radio } from '@mantine/core';
import { useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { useFields, useProblem, useValue } from '../../../form/form-store.ts';
import { type Entry, partOf } from '../../../form/merge.ts';
import { useCodeWord } from '../../../frames/use-failure-words.ts';
import { type Language, useLanguage, useMessages } from '../../../lib/language.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { DatedList } from '../../../ui/dated-list.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextLine } from '../../../ui/text-line.tsx';
import { hoursMessages } from './hours.messages.ts';
import classes from './store-editor.module.css';
import { type StoreEditor, type StoreForm, storeFormFields } from './store-form.ts';

type HoursProps = { editor: StoreEditor };

const hoursField = (weekday: Weekday) => `${weekday}Hours` as const;
/** The last days up to which Monday's hours can be copied. */
const ends = ['friday', 'saturday', 'sunday'] as const;

const Week = ({ editor }: HoursProps) => {
  const words = useMessages(hoursMessages);
  const language = useLanguage();
  const codeWord = useCodeWord();
  const form = useFields(editor, weekdays.map(hoursField));
  const shown = useSelector(editor.shown);
  const { change } = editor;
  const hasAnyHours = weekdays.some((weekday) => form[hoursField(weekday)].trim() !== '');
  const copyTo = (end: (typeof ends)[number]): void =>
    change(Object.fromEntries(weekdays.slice(1, weekdays.indexOf(end) + 1).map((weekday) => [hoursField(weekday), form.mondayHours])));
  return (
    <div role="group" aria-label={words.week} className={classes.wide}>
      <div className={classes.week}>
        {weekdays.map((weekday) => (
          <TextLine
            key={weekday}
            label={storeFormFields[hoursField(weekday)].label[language]}
            placeholder={hasAnyHours ? words.closed : ''}
            autoComplete="off"
            value={form[hoursField(weekday)]}
            onText={(hours) => change(partOf<StoreForm, `${Weekday}Hours`>(hoursField(weekday), hours))}
            error={codeWord(shown[hoursField(weekday)]?.[0])}
          />
        ))}
      </div>
      <p className={classes.hint}>{words.hint}</p>
      <div role="group" aria-label={words.copyMonday} className={classes.copies}>
        <span>{words.copyMonday}</span>
        {ends.map((end) => (
          <Button key={end} size="compact-sm" variant="default" disabled={!readHours(form.mondayHours)?.length} onClick={() => copyTo(end)}>
            {words.copyTo[end]}
          </Button>
        ))}
      </div>
    </div>
  );
};

const SundayRuleField = ({ editor }: HoursProps) => {
  const words = useMessages(hoursMessages);
  const codeWord = useCodeWord();
  return (
    <Radio.Group
      className={classes.wide ?? ''}
      label={storeFormFields.sundayRule.label[useLanguage()]}
      value={useValue(editor, 'sundayRule')}
      onChange={(sundayRule) => editor.change({ sundayRule })}
      error={codeWord(useProblem(editor, 'sundayRule'))}
    >
      <div className={classes.rules}>
        {sundayRules.map((rule) => (
          <Radio key={rule} value={rule} label={words.sundayRules[rule]} />
        ))}
      </div>
    </Radio.Group>
  );
};

/** Dates with special hours, and closures over several days: two lists of one field. */
const Exceptions = ({ editor }: HoursProps) => {
  const words = useMessages(hoursMessages);
  const codeWord = useCodeWord();
  const label = storeFormFields.hoursExceptions.label[useLanguage()];
  const hoursExceptions = useValue(editor, 'hoursExceptions');
  const problems = useSelector(editor.problems);
  const shown = useSelector(editor.shown);
  const dates = hoursExceptions.filter((one) => one['until'] === undefined);
  const closures = hoursExceptions.filter((one) => one['until'] !== undefined);
  const problemOf = (entry: Entry, part: 'day' | 'hours' | 'until' | 'reason'): string | undefined => {
    const key = `hoursExceptions.${hoursExceptions.indexOf(entry)}.${part}`;
    // An entry that was just added has no days yet, which is no mistake.
    const isBegun = part === 'hours' || part === 'reason' || entry[part] !== '';
    return codeWord((isBegun ? problems : shown)[key]?.[0]);
  };
  return (
    <>
      <div className={classes.wide}>
        <strong>{label}</strong>
        <p className={classes.hint}>{words.exceptionsHint}</p>
        <DatedList
          label={label}
          words={words}
          value={dates}
          onChange={(entries) => editor.change({ hoursExceptions: [...entries, ...closures] })}
          blank={{ hours: '' }}
          dayError={(entry) => problemOf(entry, 'day')}
        >
          {(entry, changeEntry) => (
            <TextLine
              label={words.hours}
              placeholder={words.closed}
              autoComplete="off"
              value={entry['hours'] ?? ''}
              onText={(hours) => changeEntry({ hours })}
              error={problemOf(entry, 'hours')}
            />
          )}
        </DatedList>
      </div>
      <div className={classes.wide}>
        <strong>{words.closures.title}</strong>
        <p className={classes.hint}>{words.closures.hint}</p>
        <DatedList
          label={words.closures.title}
          words={words.closures}
          value={closures}
          onChange={(entries) => editor.change({ hoursExceptions: [...dates, ...entries] })}
          blank={{ until: '', reason: '' }}
          dayError={(entry) => problemOf(entry, 'day')}
        >
          {(entry, changeEntry) => (
            <>
              <DateField
                kind="day"
                use="end"
                label={words.closures.until}
                value={entry['until'] ?? ''}
                onChange={(until) => changeEntry({ until })}
                error={problemOf(entry, 'until')}
              />
              <TextLine
                label={words.closures.reason}
                autoComplete="off"
                value={entry['reason'] ?? ''}
                onText={(reason) => changeEntry({ reason })}
                error={problemOf(entry, 'reason')}
              />
            </>
          )}
        </DatedList>
      </div>
    </>
  );
};

const hoursFields = [...weekdays.map(hoursField), 'hoursExceptions', 'sundayRule'] as const;
type HoursForm = Pick<StoreForm, (typeof hoursFields)[number]>;

/** Returns the form's hours as a sentence, or null while an entry is invalid. */
const sentenceOf = (form: HoursForm, language: Language): string | null => {
  if (weekdays.some((weekday) => readHours(form[hoursField(weekday)]) === null)) return null;
  const sundayRule = sundayRules.find((rule) => rule === form.sundayRule);
  return (sundayRule && hoursInWords({ ...form, sundayRule }, language)) || null;
};

/** The text that customers read. Staff edit it freely; a button generates it from the hours. */
const TextForCustomers = ({ editor }: HoursProps) => {
  const words = useMessages(hoursMessages);
  const language = useLanguage();
  const codeWord = useCodeWord();
  const form = useFields(editor, hoursFields);
  const openingHours = useValue(editor, 'openingHours');
  const { change } = editor;
  const [former, setFormer] = useState<string | null>(null);
  const { label, hint } = storeFormFields.openingHours;
  const written = { pl: sentenceOf(form, 'pl'), en: sentenceOf(form, 'en') };
  const write = (of: Language): void => {
    const sentence = written[of];
    if (sentence === null) return;
    setFormer(openingHours);
    change({ openingHours: sentence });
  };
  const isWritten = former !== null && (openingHours === written.pl || openingHours === written.en);
  return (
    <div className={classes.wide}>
      <TextArea
        label={label[language]}
        description={hint?.[language]}
        required
        minRows={3}
        maxRows={10}
        value={openingHours}
        onText={(text) => change({ openingHours: text })}
        error={codeWord(useProblem(editor, 'openingHours'), storeFields.openingHours.rule)}
      />
      <div className={classes.copies}>
        <Button size="compact-sm" variant="default" disabled={written.pl === null} onClick={() => write('pl')}>
          {words.write}
        </Button>
        <Button size="compact-sm" variant="default" disabled={written.en === null} onClick={() => write('en')}>
          {words.writeEnglish}
        </Button>
        {isWritten && former.trim() !== '' && former !== openingHours && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => {
              change({ openingHours: former });
              setFormer(null);
            }}
          >
            {words.takeBack}
          </Button>
        )}
        <span role="status" className="sr-only">
          {isWritten ? words.written : ''}
        </span>
      </div>
    </div>
  );
};

/** Opening hours of the store, and their text for customers (TRADE-02). */
export const HoursFields = ({ editor }: HoursProps) => (
  <div className={classes.fields}>
    <Week editor={editor} />
    <SundayRuleField editor={editor} />
    <Exceptions editor={editor} />
    <TextForCustomers editor={editor} />
  </div>
);
