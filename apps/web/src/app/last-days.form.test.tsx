import { Calendar, CalendarItem, calendarRoutes, calendarTypes } from '@endcap/contract/calendar';
import { ContentRow, contentRoutes } from '@endcap/contract/content';
import { tableOf } from '@endcap/contract/core';
import { DaySheet, daySheetRoutes, SheetItem } from '@endcap/contract/day-sheet';
import { KnowledgeRow, knowledgeRoutes } from '@endcap/contract/knowledge';
import { LinkCheck, linkRoutes } from '@endcap/contract/links';
import { attentionRoutes, Notification, notificationRoutes, repeatedRoutes, savedAudienceRoutes } from '@endcap/contract/notifications';
import { Preview } from '@endcap/contract/preview';
import { storeGroupRoutes } from '@endcap/contract/store-groups';
import { tradingDayRoutes } from '@endcap/contract/trading-days';
import { instantOfWallClock } from '@endcap/contract/warsaw-time';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, renderHook, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../../test/open-screen.tsx';
import { blank, sample } from '../../test/sample.ts';
import { pageOf } from '../../test/shop.ts';
import { answer } from '../../test/stand-in-api.ts';
import { PublicationRange } from '../features/content/editor/publication-range.tsx';
import { useLinkWords } from '../features/links/link-words.ts';
import { ValidityField } from '../features/notifications/details/validity-field.tsx';
import { ChangesBar } from '../features/preview/changes-bar.tsx';
import { useValueTexts } from '../features/preview/evidence/use-value-texts.ts';
import { WhyHidden } from '../features/preview/why-hidden.tsx';
import { changeText } from '../frames/history/summary-values.ts';
import { ShownValue } from '../frames/history/shown-value.tsx';
import { chooseLanguage, type Language, ShellLanguage, useFormat } from '../lib/language.tsx';

/** Both changes of the clock, ends of months and years, a leap day, and the days beside them. */
const days = (
  '2027-03-27 2027-03-28 2027-03-29 2027-10-30 2027-10-31 2027-11-01 2027-12-30 ' +
  '2027-12-31 2028-01-01 2028-02-28 2028-02-29 2028-03-01 2028-06-30 2028-07-11'
).split(' ');
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const instant = (clock: string): string => instantOfWallClock(clock) ?? '';
/** Ends at midnight, with the last minute of a day, and within one; each with its last day. */
const ends = [
  ...days.map((day) => ({ day, end: instant(`${dayAfter(day)}T00:00`) })),
  ...days.map((day) => ({ day, end: instant(`${day}T23:59`) })),
  ...days.slice(0, 6).map((day) => ({ day, end: instant(`${day}T00:01`) })),
  ...days.slice(6, 12).map((day) => ({ day, end: instant(`${day}T18:30`) })),
];

/** A day in each way that screens write it. */
const spelled = (day: string, language: Language): RegExp => {
  const locale = language === 'en' ? 'en-GB' : language;
  const inWords = (['short', 'long'] as const).map((month) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month }).format(new Date(day)),
  );
  return new RegExp(`(?<!\\d)(${[day, ...inWords].join('|')})`);
};
const expectLastDays = (screen: string, language: Language, textOf: (end: string, n: number) => string | null | undefined): void => {
  for (const [n, { day, end }] of ends.entries()) {
    const text = textOf(end, n);
    expect(text, `${screen}, ${end}`).toMatch(spelled(day, language));
    expect(text, `${screen}, ${end}`).not.toMatch(spelled(dayAfter(day), language));
  }
};

const range = { publicationStart: '2020-01-01T00:00:00.000Z', validityStart: '', validityEnd: '' };
const context = { names: {}, missingFiles: [] };
const Providers = ({ children }: { children: React.ReactNode }) => (
  <MantineProvider env="test">
    <QueryClientProvider client={new QueryClient()}>
      <ShellLanguage>{children}</ShellLanguage>
    </QueryClientProvider>
  </MantineProvider>
);
/** The text of a part, and the values of its fields. */
const readIn = (element: React.ReactElement): string => {
  const { container } = render(element, { wrapper: Providers });
  const typed = [...container.querySelectorAll('input')].map(({ value }) => value);
  const text = [container.textContent, ...typed].join(' ');
  cleanup();
  return text;
};
const shownOf = (element: React.ReactElement): string => {
  const { container } = render(element, { wrapper: ShellLanguage });
  const text = container.querySelector('[aria-label]')?.getAttribute('aria-label') ?? container.textContent;
  cleanup();
  return text;
};

test.each(['pl', 'en'] as const)(
  'forty ends have the same last day in the editor, the preview, the history and evidence, in %s',
  { tags: ['E-61', 'E-62'] },
  (language) => {
    expect(ends).toHaveLength(40);
    chooseLanguage(language);
    const hook = <T,>(use: () => T): T => renderHook(use, { wrapper: ShellLanguage }).result.current;
    const format = hook(useFormat);
    expectLastDays('editor', language, format.endMoment);
    expectLastDays('time line of the editor', language, (publicationEnd) =>
      shownOf(<PublicationRange form={{ ...range, publicationEnd }} />),
    );
    for (const field of ['publicationEnd', 'validityEnd', 'validUntil']) {
      const { valuesOf } = hook(() => useValueTexts({}));
      expectLastDays(`evidence, ${field}`, language, (after) => valuesOf('content', { field, before: null, after })[1]);
    }
    expectLastDays('preview', language, (at) => readIn(<WhyHidden because={[{ because: 'over', at }]} about={{ names: {} }} />));
    for (const turning of ['goes', 'expires'] as const)
      expectLastDays(`changes of the preview, ${turning}`, language, (at) =>
        readIn(
          <ChangesBar
            shown={sample(Preview, { at, changes: [{ at, items: [{ id: 'item1', name: 'Pozycja', turning }], count: 1, edited: false }] })}
            onGo={() => {}}
          />,
        ),
      );
    const because = [{ because: 'over' as const, at: '2027-04-01T10:00:00.000Z' }];
    // A button is separated from the sentence before it.
    expect(readIn(<WhyHidden because={because} about={{ names: {} }} onGo={() => {}} />)).toMatch(
      language === 'pl' ? /[.\d] Pokaż tę chwilę/ : /[.\d] Show that moment/,
    );
    const sent = { createdAt: '2027-01-04T10:00:00.000Z', validUntil: '' };
    expectLastDays('details of a notification', language, (validUntil) =>
      readIn(<ValidityField notification={sample(Notification, { ...sent, validUntil })} tag={null} />),
    );
    expectLastDays('version of the history', language, (end) =>
      shownOf(<ShownValue label="" reading="end" value={end} context={context} />),
    );
    expectLastDays('row of the history', language, (after) =>
      changeText({ field: 'publicationEnd', is: 'value', before: '2019-06-15T10:00:00.000Z', after }, 'end', language),
    );
    const linkWords = hook(() => useLinkWords('sent'));
    const link = { gone: false, never: false, whole: false, before: null, page: 1, pages: null, unable: 0 };
    expectLastDays('link check', language, (from) => linkWords(sample(LinkCheck, { ...link, after: { from, until: null } })).join(' '));
  },
);

test.each(['pl', 'en'] as const)(
  'the send form has the last day that is typed in its field, its words and its summary, in %s',
  { tags: ['E-61'] },
  async (language) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-01-04T10:00:00.000Z') });
    onTestFinished(() => void vi.useRealTimers());
    const { fill, field, findField, getAllByText } = await openScreen('/notification/new', {
      language,
      answers: [
        answer(notificationRoutes.canSend, { canSend: true, reason: null }),
        answer(notificationRoutes.estimate, { devices: 12, stores: 3, everyone: false, total: 12_000 }),
        answer(savedAudienceRoutes.list, { saved: [], used: [] }),
        answer(attentionRoutes.forecast, {}),
        answer(repeatedRoutes.repeated, { earlier: null }),
        answer(tradingDayRoutes.opening, { days: [] }),
        answer(contentRoutes.published, []),
        answer(storeGroupRoutes.list, pageOf([])),
        answer(linkRoutes.checkSent, { link: null }),
      ],
    });
    const label = language === 'pl' ? 'Ważne do' : 'Valid until';
    const input = (await findField(label)) as HTMLInputElement;
    for (const day of days) {
      fill(input, day);
      await waitFor(() => expect(field(label)).toHaveAccessibleDescription(spelled(day, language)));
      expect(input).toHaveValue(day);
      expect(input).not.toHaveAccessibleDescription(spelled(dayAfter(day), language));
      const summary = () => getAllByText(label).find(({ tagName }) => tagName === 'DT')?.nextElementSibling;
      await waitFor(() => expect(summary()).toHaveTextContent(spelled(day, language)));
      expect(summary()).not.toHaveTextContent(spelled(dayAfter(day), language));
    }
  },
);

const rows = ends.map(({ end }, n) => ({ _id: `item${n}`, name: `Pozycja ${n}`, title: null, publicationEnd: end, validityEnd: end }));
const starts = { publicationStart: null, validityStart: null };
const rowOf = (n: number): string | null | undefined =>
  [...document.querySelectorAll('[data-row], li')].find(({ textContent }) => new RegExp(`Pozycja ${n}(?!\\d)`).test(textContent ?? ''))
    ?.textContent;
test.each(['pl', 'en'] as const)(
  'forty ends have the same last day in lists of content and knowledge, in %s',
  { tags: ['E-61', 'E-62'] },
  async (language) => {
    const lists = [
      ['/content', answer(contentRoutes.list, pageOf(rows.map((row) => sample(ContentRow, { ...row, ...starts }))))],
      ['/knowledge', answer(knowledgeRoutes.list, pageOf(rows.map((row) => sample(KnowledgeRow, { ...row, ...starts, description: '' }))))],
    ] as const;
    for (const [path, list] of lists) {
      const screen = await openScreen(path, {
        language,
        answers: [list, answer(contentRoutes.usage, []), answer(storeGroupRoutes.list, pageOf([]))],
      });
      await screen.findByText('Pozycja 39');
      expectLastDays(path, language, (_end, n) => rowOf(n));
      screen.unmount();
    }
  },
);

test.each(['pl', 'en'] as const)(
  'forty ends have the same last day in the calendar, in %s',
  { tags: ['E-61', 'E-62'] },
  async (language) => {
    const items = rows.map(({ _id, name, publicationEnd: end }) => {
      const facts = {
        _id,
        name,
        type: 'banner',
        start: null,
        end,
        validityStart: null,
        validityEnd: null,
        planned: false,
        takenBack: false,
      };
      return sample(CalendarItem, facts);
    });
    const collisions = items.map(({ _id, name, end }) => ({
      coupons: [
        { _id, name },
        { _id: `${_id}b`, name: '' },
      ] as [{ _id: string; name: string }, { _id: string; name: string }],
      eans: [],
      from: null,
      to: end,
      stores: 3,
    }));
    const calendar = blank(Calendar, { items, totals: tableOf(calendarTypes, () => 0), collisions, moreCollisions: 0 });
    const chart = await openScreen('/calendar', {
      language,
      answers: [answer(calendarRoutes.read, calendar), answer(storeGroupRoutes.list, pageOf([]))],
    });
    await chart.findAllByText('Pozycja 39');
    expectLastDays('findings of the calendar', language, (_end, n) => rowOf(n));
    // The chart draws the rows that are in view.
    const drawn = await waitFor(() => {
      const found = [...document.querySelectorAll('[data-item]')];
      expect(found.length).toBeGreaterThan(2);
      return found;
    });
    for (const [n, row] of drawn.entries())
      expect(row).toHaveAttribute('title', expect.stringMatching(spelled(ends[n]?.day ?? '', language)));
    chart.unmount();
  },
);

test.each(['pl', 'en'] as const)(
  'forty ends have the same last day on the day sheet, in %s',
  { tags: ['E-61', 'E-62'] },
  async (language) => {
    const onSheet = rows.map(({ _id, name, validityEnd: validUntil }) =>
      sample(SheetItem, {
        _id,
        name,
        validFrom: null,
        validUntil,
        begins: null,
        ends: null,
        changed: null,
        reportedAt: null,
        code: null,
        barcode: null,
      }),
    );
    const sheet = blank(DaySheet, { day: '2019-06-15', at: '2019-06-15T10:00:00.000Z', items: onSheet });
    const printed = await openScreen('/day-sheet?store=store101&date=2019-06-15', {
      language,
      answers: [answer(daySheetRoutes.read, sheet)],
    });
    await printed.findByText('Pozycja 39');
    expectLastDays('day sheet', language, (_end, n) => rowOf(n));
    printed.unmount();
  },
);
