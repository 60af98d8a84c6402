import { useSelector } from '@tanstack/react-store';
import type { ReactNode } from 'react';
import { useFields, useValues } from '../../form/form-store.ts';
import { useMessages } from '../../lib/language.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { LinkedTexts } from './linked-texts.tsx';
import { Questions } from './questions.tsx';
import { Regulations } from './regulations.tsx';
import { ImageField } from './settings-fields.tsx';
import { addTypedQuestion, nothingNew } from './settings-form.ts';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';
import { Thresholds } from './thresholds.tsx';
import { type SettingsEditor, useSetting } from './use-setting.ts';

const campaignFields = ['loyalty.thresholds', 'loyalty.questions', 'new.question', 'new.answer', 'new.color'] as const;

type ListProps = { field: 'loyalty.thresholds' | 'loyalty.regulations' | 'loyalty.questions'; children: ReactNode };

const List = ({ field, children }: ListProps) => {
  const { fields } = useMessages(settingsMessages);
  return (
    <section className={classes.wide} aria-label={fields[field]}>
      <h3>{fields[field]}</h3>
      {children}
    </section>
  );
};

/** Settings of the loyalty campaign (LOY-*). */
export const Campaign = ({ editor }: { editor: SettingsEditor }) => {
  const { warsaw } = useMessages(settingsMessages);
  const { change } = editor;
  const form = useFields(editor, campaignFields);
  const problems = useSelector(editor.problems);
  const shown = useSelector(editor.shown);
  // Nothing, half a pair and one that breaks a rule leave the list as it is.
  const canAdd = useValues(editor, (now) => addTypedQuestion(now).form['loyalty.questions'] !== now['loyalty.questions']);
  const add = (): void => {
    change({ 'loyalty.questions': addTypedQuestion(editor.values.get()).form['loyalty.questions'] });
    editor.begin(nothingNew);
  };
  return (
    <>
      <DateField {...useSetting(editor, 'loyalty.campaignStart')} kind="day" use="start" description={warsaw} />
      <ImageField editor={editor} field="loyalty.mainBanner" />
      <List field="loyalty.thresholds">
        <Thresholds
          value={form['loyalty.thresholds']}
          onChange={(entries) => change({ 'loyalty.thresholds': entries })}
          problemAt={(at) => problems[`loyalty.thresholds.${at}.value`]?.[0]}
        />
      </List>
      <List field="loyalty.regulations">
        <Regulations editor={editor} />
      </List>
      <LinkedTexts texts={form['loyalty.questions'].flatMap(({ question = '', answer = '' }) => [question, answer])} />
      <List field="loyalty.questions">
        <Questions
          value={form['loyalty.questions']}
          onChange={(entries) => change({ 'loyalty.questions': entries })}
          problemOf={(at, field) => problems[`loyalty.questions.${at}.${field}`]?.[0]}
          typed={{ question: form['new.question'], answer: form['new.answer'], color: form['new.color'] }}
          onType={(part) => change(Object.fromEntries(Object.entries(part).map(([field, text]) => [`new.${field}`, text])))}
          typedProblemOf={(field) => shown[`new.${field}`]?.[0]}
          onAdd={canAdd ? add : null}
        />
      </List>
    </>
  );
};
