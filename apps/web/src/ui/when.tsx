import { useFormat } from '../lib/language.tsx';
import classes from './when.module.css';

/** An instant with its weekday, as lists and details show it; its full date is the tooltip. A narrow column breaks it before the time. */
export const When = ({ at, isEnd = false }: { at: string; isEnd?: boolean }) => {
  const format = useFormat();
  const [day, time] = format.parts(at, isEnd);
  return (
    <time className={classes.when} dateTime={at} title={format.full(at, isEnd)} translate="no">
      <span>{`${day},`}</span> <span>{time}</span>
    </time>
  );
};
