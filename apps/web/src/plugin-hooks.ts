import type { Calendar } from '@endcap/contract/calendar';
import type { FieldProblemCode } from '@endcap/contract/core';
import type { DaySheet } from '@endcap/contract/day-sheet';
import type { CanSend } from '@endcap/contract/notifications';
import type { Settings } from '@endcap/contract/settings';
import type { ComponentType } from 'react';
import type { Language } from './lib/language.tsx';

type Words<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

/** Days that the calendar marks: in their heads, behind the bars, in the legend and in words. */
export type CalendarLayer = {
  id: string;
  /** A class that sets `--layer-line`, `--layer-edge` and `--layer-fill`, the colours of a marked day. */
  colors: string;
  words: Words<'legend'>;
  /** Each day once, with its title. */
  daysOf: (calendar: Calendar, language: Language) => readonly { day: string; title: string }[];
  /** The marked days for screen readers, after the chart. */
  Spoken: ComponentType<{ calendar: Calendar }>;
  /** A button in the head of the page; `onDone` shows a day. */
  Action: ComponentType<{ first: string; onDone: (day: string) => void }>;
  /** Above the chart. */
  List: ComponentType<{ calendar: Calendar; onDone: (day: string) => void }>;
};

/** A line below the head of the day sheet; it may render nothing. */
export type DaySheetNote = { id: string; Note: ComponentType<{ sheet: DaySheet }> };

/** A rule that may refuse a send on its day. */
export type SendNotice = {
  /** Why sending is refused (`CanSend`), and why a plan waits (`pauseReason`). */
  reason: string;
  /** Problem code of the API for a start time that the rule rejects. */
  code: FieldProblemCode;
  /** Beside the disabled Send button, for a plan that did not start, and below the field of the start. */
  words: Words<'blocked' | 'overdue' | 'problem'>;
  /** In the send form, and on a plan's page, once the day is known; it may render nothing. */
  Notice: ComponentType<{ check: CanSend }>;
};

type FlagOf<Group> = { [Field in keyof Group]: Group[Field] extends boolean ? Field : never }[keyof Group] & string;

/** Fields of the sending rules that are on or off. */
export type SendingFlag = `sending.${FlagOf<Settings['sending']>}`;

/** A checkbox among the sending rules. */
export type SendingSwitch = {
  field: SendingFlag;
  /** `line`: in the summary of the folded section, while the switch is on. */
  words: Words<'label' | 'hint' | 'line'>;
};
