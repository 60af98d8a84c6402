import { contentWords } from '@endcap/contract/content';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';
import { ChartRow, type RowProps } from './chart-row.tsx';
import type { Draft } from './chart-scale.ts';
import type { HeadRow, Row } from './use-chart-rows.ts';

/** The name of a type above its items, with their total. Not all items may be listed. */
const TypeHead = ({ head, shown, count }: HeadRow) => {
  const words = useMessages(calendarMessages);
  const format = useFormat();
  const { types } = contentWords[useLanguage()];
  const { other } = useMessages(commonMessages);
  return (
    <h2>
      <span>{head === 'notification' ? words.notification : withOther(types, head, other)}</span>{' '}
      <small>{shown === count ? format.number(count) : words.firstOf(format.number(shown), format.number(count))}</small>
    </h2>
  );
};

type PositionedRowProps = Pick<RowProps, 'scale' | 'now' | 'isMoving' | 'events'> & {
  row: Row;
  /** Index of the row, and its offset and height in pixels. */
  position: { index: number; start: number; size: number };
  /** Number of all rows, including those outside the viewport. */
  count: number;
  /** The item where the Tab key stops. */
  stop: string | undefined;
  draft: Draft | null;
};

/** A row at its position in the chart: the name of a type, or an item. */
export const PositionedRow = ({ row, position: { index, start, size }, count, stop, draft, ...rest }: PositionedRowProps) => (
  <li
    className={row.head ? classes.type : classes.row}
    style={{ transform: `translateY(${start}px)`, height: size }}
    aria-setsize={count}
    aria-posinset={index + 1}
  >
    {row.head ? (
      <TypeHead {...row} />
    ) : (
      <ChartRow item={row.item} at={index} isStop={row.item._id === stop} own={draft?.id === row.item._id ? draft : null} {...rest} />
    )}
  </li>
);
