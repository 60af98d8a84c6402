import { useFormat } from '../lib/language.tsx';
import classes from './when.module.css';

/** An instant with its weekday; the tooltip shows the full date. In a narrow column the line breaks before the time. */
export const When = ({ at, isEnd = false }: { at: string; isEnd?: boolean }) => {
  const format = useFormat();
  const [day, time] = format.parts(at, isEnd);
  return (
    <time className={classes.when} dateTime={at} title={format.full(at, isEnd)} translate="no">
      <span>{`${day},`}</span> <span>{time}</span>
    </time>
  );
};
