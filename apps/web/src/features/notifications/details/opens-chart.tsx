import type { NotificationOpens } from '@endcap/contract/notifications';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { withOther } from '../../../lib/with-other.ts';
import classes from './opens.module.css';
import { opensMessages } from './opens.messages.ts';

/** Maximum width of the chart: 40 px a bar, but at least 280 px so that both axis labels fit. */
const [BAR_PX, AXIS_PX] = [40, 280];

type TableProps = { opens: NotificationOpens; called: (from: string) => string };

/** The data of the chart as a table. */
const OpensTable = ({ opens: { unit, over, total }, called }: TableProps) => {
  const words = useMessages(opensMessages);
  const format = useFormat();
  return (
    <details className={classes.details}>
      <summary>{words.asTable}</summary>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{withOther(words.from, unit, words.from.other)}</th>
            <th scope="col">{words.opened}</th>
          </tr>
        </thead>
        <tbody>
          {over
            .filter(({ opened }) => opened > 0)
            .map(({ from, opened }) => (
              <tr key={from}>
                <th scope="row">{called(from)}</th>
                <td>{format.number(opened)}</td>
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <td>{format.number(total)}</td>
          </tr>
        </tfoot>
      </table>
    </details>
  );
};

/** Bar chart of opens over time, with a text alternative for screen readers and a table. */
export const OpensChart = ({ opens }: { opens: NotificationOpens }) => {
  const { unit, over, total } = opens;
  const words = useMessages(opensMessages);
  const format = useFormat();
  const called = (from: string): string => (unit === 'hour' ? format.minute(from) : format.day(from));
  const most = over.reduce((a, b) => (b.opened > a.opened ? b : a), over[0] ?? { from: '', opened: 0 });
  const [first, last] = [over[0], over.at(-1)];
  if (!first || !last) return null;
  return (
    <>
      <figure className={classes.figure} style={{ gridTemplateColumns: `auto minmax(0, ${Math.max(AXIS_PX, over.length * BAR_PX)}px)` }}>
        <figcaption className={classes.scale} aria-hidden>
          {format.number(most.opened)}
        </figcaption>
        <div
          className={classes.bars}
          role="img"
          aria-label={words.chart(
            withOther(words.units, unit, words.units.other),
            format.number(total),
            called(most.from),
            format.number(most.opened),
          )}
        >
          {over.map(({ from, opened }) => (
            <span
              key={from}
              title={`${called(from)} · ${format.number(opened)}`}
              style={{ height: `${(opened / most.opened) * 100}%` }}
              data-none={opened === 0 || undefined}
            />
          ))}
        </div>
        <div className={classes.axis} aria-hidden>
          <span>{called(first.from)}</span>
          {over.length > 1 && <span>{called(last.from)}</span>}
        </div>
      </figure>
      <OpensTable opens={opens} called={called} />
    </>
  );
};
