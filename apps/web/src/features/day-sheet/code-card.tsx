import type { DaySheet, SheetItem } from '@endcap/contract/day-sheet';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useFailureWords } from '../../frames/use-failure-words.ts';
import { call } from '../../lib/api.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { Barcode } from './barcode.tsx';
import { daySheetMessages } from './day-sheet.messages.ts';
import classes from './day-sheet.module.css';
import { daySheets } from './day-sheet.queries.ts';
import { SheetMarks, useValidity } from './sheet-marks.tsx';

/** Button that reports an item. For an open report, shows its time until it is settled (SHEET-03). */
const ReportButton = ({ item, store }: { item: SheetItem; store: DaySheet['store'] }) => {
  const words = useMessages(daySheetMessages);
  const wordsOf = useFailureWords();
  const format = useFormat();
  const client = useQueryClient();
  const report = useMutation({
    mutationFn: () => call('POST /api/v1/day-sheet/reports', { body: { storeId: store._id, contentId: item._id } }),
    // Also after an error: if the response was lost, the reloaded sheet shows whether the report was stored.
    onSettled: () => daySheets.changed(client),
  });
  if (item.reportedAt !== null)
    return (
      <span className={classes.reported} role="status">
        {words.reported(format.moment(item.reportedAt))}
      </span>
    );
  return (
    <div className={classes.report}>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={words.reportOf(item.name)}
        loading={report.isPending}
        onClick={() => report.mutate()}
      >
        {words.report}
      </Button>
      {report.isError && <span role="alert">{wordsOf(report.error, words.reportFailed)}</span>}
    </div>
  );
};

/** The code: a barcode if scanners can read it, otherwise large text to read over a counter. */
const Code = ({ item: { code, barcode } }: { item: SheetItem }) => {
  const words = useMessages(daySheetMessages);
  if (code === null) return <span className={classes.note}>{words.inApp}</span>;
  if (barcode)
    return (
      <>
        <Barcode code={barcode} label={words.barcode(barcode.text)} />
        {barcode.wrongDigit && <strong className={classes.note}>{words.wrongDigit}</strong>}
      </>
    );
  return (
    <>
      <strong className={classes.plainCode} translate="no">
        {code}
      </strong>
      <span className={classes.note}>{words.noBarcode}</span>
    </>
  );
};

/** A coupon or code with its discount, audience, end and barcode (SHEET-01). */
export const CodeCard = ({ item, store }: { item: SheetItem; store: DaySheet['store'] }) => {
  const words = useMessages(daySheetMessages);
  const format = useFormat();
  const language = useLanguage();
  const validity = useValidity()(item);
  const { discount, minBasket, threshold, segments, products, productGroup, regulations } = item;
  const amount = (value: string): string => (language === 'pl' ? value.replace('.', ',') : value).replace(/[.,]00$/, '');
  const facts = [
    minBasket !== null && words.minBasket(format.number(minBasket)),
    threshold !== null && words.threshold(format.number(threshold)),
    productGroup,
    products > 0 && words.products(products, format.number(products)),
    segments.length === 0 ? words.everyone : words.segments(segments.join(', ')),
    validity,
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  return (
    <li className={classes.card} data-changed={item.changed !== null || undefined}>
      <div>
        <h3>
          {discount && <b>{`${words.discount(amount(discount.value), discount.type === 'percentage')} · `}</b>}
          <span>{item.name}</span>
        </h3>
        <p>{facts.join(' · ')}</p>
        {regulations.length > 0 && <p className={classes.small}>{regulations.join(', ')}</p>}
        <SheetMarks item={item} />
      </div>
      <div className={classes.code}>
        <Code item={item} />
        {item.code !== null && <ReportButton item={item} store={store} />}
      </div>
    </li>
  );
};
