import { useMessages } from '../../lib/language.tsx';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';

const signs = ['publication', 'validity', 'notification', 'safety', 'planned', 'over', 'closed', 'kept'] as const;

/** What the colours of the chart mean. */
export const Legend = ({ hasSafety }: { hasSafety: boolean }) => {
  const { legend } = useMessages(calendarMessages);
  return (
    <ul className={classes.legend} aria-label={legend.title}>
      {signs
        .filter((sign) => hasSafety || sign !== 'safety')
        .map((sign) => (
          <li key={sign}>
            <i data-sign={sign} aria-hidden />
            <span>{legend[sign]}</span>
          </li>
        ))}
    </ul>
  );
};
