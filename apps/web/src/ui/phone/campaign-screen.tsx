import { useFormat, useMessages } from '../../lib/language.tsx';
import { Markdown } from '../markdown.tsx';
import { phoneMessages } from './phone.messages.ts';
import classes from './phone.module.css';

export type Campaign = {
  /** `YYYY-MM-DD`, or empty. */
  start: string;
  banner: string | null;
  thresholds: readonly { id: string; value: number }[];
  documents: readonly { id: string; name: string }[];
  questions: readonly { id: string; question: string; answer: string; color: string }[];
};

/** The steps of the campaign, each at its share of the highest. */
const Steps = ({ thresholds }: Pick<Campaign, 'thresholds'>) => {
  const words = useMessages(phoneMessages);
  const format = useFormat();
  const most = Math.max(...thresholds.map(({ value }) => value), 1);
  return (
    <ul className={classes.steps}>
      {thresholds
        .toSorted((one, other) => one.value - other.value)
        .map(({ id, value }) => (
          <li key={id}>
            <span>{words.points(format.number(value))}</span>
            <i style={{ width: `${(value / most) * 100}%` }} />
          </li>
        ))}
    </ul>
  );
};

/** The tab of the loyalty campaign. */
export const CampaignScreen = ({ start, banner, thresholds, documents, questions }: Campaign) => {
  const words = useMessages(phoneMessages);
  const format = useFormat();
  return (
    <div className={classes.page} role="group" aria-label={words.screen} tabIndex={0}>
      {banner ? <img src={banner} alt="" /> : <i className={classes.noImage} />}
      {start && <small>{words.campaignFrom(format.dayAndMonth(start))}</small>}
      {thresholds.length > 0 && <Steps thresholds={thresholds} />}
      {documents.map(({ id, name }) => (
        <span key={id} className={classes.link}>
          {name}
        </span>
      ))}
      {questions.map(({ id, question, answer, color }) => (
        <div key={id} className={classes.question} style={{ borderLeftColor: color }}>
          <strong>
            <Markdown source={question} />
          </strong>
          <div>
            <Markdown source={answer} />
          </div>
        </div>
      ))}
    </div>
  );
};
