import { type ContentType, contentWords } from '@endcap/contract/content';
import type { DaySheet, SheetItem } from '@endcap/contract/day-sheet';
import { warsawDay } from '@endcap/contract/warsaw-time';
import type { ReactNode } from 'react';
import { daySheetNotes } from '../../plugins.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { type Language, useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { CodeCard } from './code-card.tsx';
import { daySheetMessages } from './day-sheet.messages.ts';
import classes from './day-sheet.module.css';
import { HoursLine } from './hours-line.tsx';
import { SheetMarks, useValidity } from './sheet-marks.tsx';

const codes: ReadonlySet<ContentType> = new Set(['promoCode', 'premiumPromoCode', 'oneTimePromoCode', 'interKupon']);

/** Weekday, day, month and year of a day `YYYY-MM-DD`. */
const longDay = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part}>
    <h2>{title}</h2>
    {children}
  </section>
);

/** Items of which only the name matters at a till, a line each. */
const Lines = ({ title, items, of = false }: { title: string; items: readonly SheetItem[]; of?: boolean }) => {
  const { types } = contentWords[useLanguage()];
  const { other } = useMessages(commonMessages);
  const validityOf = useValidity();
  return items.length === 0 ? null : (
    <Part title={title}>
      <ul className={classes.lines}>
        {items.map((item) => (
          <li key={item._id} data-changed={item.changed !== null || undefined}>
            <span>
              <span>{item.name}</span>
              <small>{[of && withOther(types, item.contentType, other), validityOf(item)].filter(Boolean).join(', ')}</small>
            </span>
            <SheetMarks item={item} />
          </li>
        ))}
      </ul>
    </Part>
  );
};

const saidBy = ({ title, text }: Pick<DaySheet['pushes'][number], 'title' | 'text'>) => (
  <>
    <strong>{title}</strong> <span>{text}</span>
  </>
);

const Pushes = ({ pushes, day, at }: Pick<DaySheet, 'pushes' | 'day' | 'at'>) => {
  const words = useMessages(daySheetMessages);
  const format = useFormat();
  const today = warsawDay(at);
  const none = day < today ? words.noPushes : day > today ? words.noPlans : words.noPushesYet;
  return (
    <Part title={words.pushes}>
      {pushes.length === 0 ? (
        <p className={classes.small}>{none}</p>
      ) : (
        <ul className={classes.lines}>
          {pushes.map(({ _id, at: start, planned, unapproved, correctedAt, recalledAt, safety, ...message }) => (
            <li key={_id}>
              <span>
                {/* A send that is approved late starts at another time. */}
                {!(unapproved && start <= at) && (
                  <>
                    <time dateTime={start} translate="no">
                      {format.time(Date.parse(start))}
                    </time>{' '}
                  </>
                )}
                {safety && <b data-testid="safety">{words.safety}</b>} {recalledAt ? <s>{saidBy(message)}</s> : saidBy(message)}
                {planned && <em>{` (${unapproved ? words.unapproved : words.planned})`}</em>}
                {recalledAt ? <em>{` (${words.takenBack})`}</em> : correctedAt && <em>{` (${words.corrected})`}</em>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
};

/** The printed page for the till, codes first. A long sheet takes more pages (SHEET-01, SHEET-02). */
export const Sheet = ({ sheet }: { sheet: DaySheet }) => {
  const words = useMessages(daySheetMessages);
  const format = useFormat();
  const language = useLanguage();
  const { store, day, items, gone } = sheet;
  const valid = items.filter(({ isValid }) => isValid);
  const ofType = (type: ContentType): SheetItem[] => valid.filter(({ contentType }) => contentType === type);
  const cards = valid.filter(({ contentType }) => codes.has(contentType));
  const others = valid.filter(({ contentType: type }) => !codes.has(type) && type !== 'leaflet' && type !== 'regulation');
  return (
    <article className={classes.sheet}>
      {/* Browsers repeat the head of a table on every printed page, so that no page is without its store and day. */}
      <table className={classes.pages} role="presentation">
        <thead>
          <tr>
            <td>
              <header className={classes.head}>
                <div>
                  <strong>{store.name}</strong>
                  <span>{store.storeNo === null ? store.address : `${words.number(store.storeNo)} · ${store.address}`}</span>
                </div>
                <div>
                  <strong>{longDay(language, day)}</strong>
                  <span>{words.asOf(format.minute(sheet.at))}</span>
                </div>
                <HoursLine sheet={sheet} />
              </header>
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              {daySheetNotes.map(({ id, Note }) => (
                <Note key={id} sheet={sheet} />
              ))}
              <Part title={words.codes}>
                {cards.length === 0 ? (
                  <p className={classes.small}>{words.noCodes}</p>
                ) : (
                  <ul className={classes.cards}>
                    {cards.map((item) => (
                      <CodeCard key={item._id} item={item} store={store} />
                    ))}
                  </ul>
                )}
              </Part>
              <div className={classes.rest}>
                <Lines title={words.leaflets} items={ofType('leaflet')} />
                <Lines title={words.regulations} items={ofType('regulation')} />
                <Pushes {...sheet} />
                <Lines title={words.others} items={others} of />
                <Lines title={words.notToday} items={items.filter(({ isValid }) => !isValid)} of />
                {gone.length > 0 && (
                  <Part title={words.gone}>
                    <p className={classes.small}>{gone.map(({ name }) => name).join(', ')}</p>
                  </Part>
                )}
              </div>
            </td>
          </tr>
        </tbody>
      </table>
    </article>
  );
};
