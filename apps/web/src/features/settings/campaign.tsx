import type { Settings } from '@endcap/contract/settings';
import { Badge, TextInput } from '@mantine/core';
import type { Editor } from '../../frames/editor-spec.ts';
import { codeMessages, codeWord } from '../../frames/code.messages.ts';
import { useMessages } from '../../lib/language.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { UploadField } from '../../ui/upload-field.tsx';
import { Questions } from './questions.tsx';
import { addTypedQuestion, type SettingsForm } from './settings-form.ts';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';
import { Thresholds } from './thresholds.tsx';

/** LOY-*: the loyalty campaign. */
export const Campaign = ({ editor }: { editor: Editor<SettingsForm, Settings> }) => {
  const words = useMessages(settingsMessages);
  const codes = useMessages(codeMessages);
  const { form, change, problemOf, problems, onBusy } = editor;
  // Nothing, half a pair and one that breaks a rule leave the list as it is.
  const { form: withTyped } = addTypedQuestion(form);
  const regulations = form['loyalty.regulations'];
  const changeEntry = (id: string, part: Record<string, string>): void =>
    change({ 'loyalty.regulations': regulations.map((one) => (one.id === id ? { ...one, ...part } : one)) });
  return (
    <>
      <DateField
        kind="day"
        label={words.fields['loyalty.campaignStart']}
        description={words.warsaw}
        value={form['loyalty.campaignStart']}
        onChange={(day) => change({ 'loyalty.campaignStart': day })}
        error={codeWord(codes, problemOf('loyalty.campaignStart'))}
      />
      <UploadField
        label={words.fields['loyalty.mainBanner']}
        kind="image"
        value={form['loyalty.mainBanner'] || null}
        onChange={(reference) => change({ 'loyalty.mainBanner': reference ?? '' })}
        onBusy={onBusy}
        error={codeWord(codes, problemOf('loyalty.mainBanner'))}
      />
      <section className={classes.wide} aria-label={words.fields['loyalty.thresholds']}>
        <h2>{words.fields['loyalty.thresholds']}</h2>
        <Thresholds
          value={form['loyalty.thresholds']}
          onChange={(entries) => change({ 'loyalty.thresholds': entries })}
          problemAt={(at) => problems[`loyalty.thresholds.${at}.value`]?.[0]}
        />
      </section>
      <section className={classes.wide} aria-label={words.fields['loyalty.regulations']}>
        <h2>{words.fields['loyalty.regulations']}</h2>
        {regulations.map((entry, at) => {
          const label = words.regulation[entry.id === 'faq' ? 'faq' : 'regulation'];
          return (
            <div key={entry.id} className={classes.entry}>
              <div>
                <TextInput
                  label={words.entryName(label)}
                  value={entry['name'] ?? ''}
                  onChange={(event) => changeEntry(entry.id, { name: event.currentTarget.value })}
                  error={codeWord(codes, problems[`loyalty.regulations.${at}.name`]?.[0])}
                />
                {entry.id === 'faq' && (
                  <Badge color="gray" variant="light" tt="none" mt={6}>
                    {words.deprecated}
                  </Badge>
                )}
              </div>
              <UploadField
                label={words.entryFile(label)}
                kind="pdf"
                value={entry['file'] || null}
                onChange={(reference) => changeEntry(entry.id, { file: reference ?? '' })}
                onBusy={onBusy}
                error={codeWord(codes, problems[`loyalty.regulations.${at}.file`]?.[0])}
              />
            </div>
          );
        })}
      </section>
      <section className={classes.wide} aria-label={words.fields['loyalty.questions']}>
        <h2>{words.fields['loyalty.questions']}</h2>
        <Questions
          value={form['loyalty.questions']}
          onChange={(entries) => change({ 'loyalty.questions': entries })}
          problemOf={(at, field) => problems[`loyalty.questions.${at}.${field}`]?.[0]}
          typed={{ question: form['new.question'], answer: form['new.answer'], color: form['new.color'] }}
          onType={(part) => change(Object.fromEntries(Object.entries(part).map(([field, text]) => [`new.${field}`, text])))}
          typedProblemOf={(field) => problemOf(`new.${field}`)}
          onAdd={withTyped['loyalty.questions'] === form['loyalty.questions'] ? null : () => change(withTyped)}
        />
      </section>
    </>
  );
};
