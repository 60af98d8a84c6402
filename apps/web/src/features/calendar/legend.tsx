import { calendarLayers } from '../../plugins.ts';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import classes from './calendar.module.css';
import { calendarMessages } from './calendar.messages.ts';

const signs = ['publication', 'validity', 'notification', 'safety', 'planned', 'over', 'closed'] as const;

/** Legend of the chart's colours. */
export const Legend = ({ hasSafety }: { hasSafety: boolean }) => {
  const { legend } = useMessages(calendarMessages);
  const language = useLanguage();
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
      {calendarLayers.map(({ id, colors, words }) => (
        <li key={id}>
          <i className={colors} data-layer={id} aria-hidden />
          <span>{words[language].legend}</span>
        </li>
      ))}
    </ul>
  );
};
