import { ITEMS_MOST, type Preview } from '@endcap/contract/preview';
import { useFormat, useMessages } from '../../lib/language.tsx';
import type { Comparison, Difference } from './compare.ts';
import { ItemLink } from './not-seen.tsx';
import { previewMessages } from './preview.messages.ts';
import classes from './preview.module.css';
import { WhyHidden } from './why-hidden.tsx';

/** The reason why the other phone does not show the item. */
const Why = ({ of: { id, kind }, on }: { of: Difference; on: Preview }) => {
  const hidden = on.hidden.find((one) => one.id === id && one.kind === kind);
  return hidden ? <WhyHidden because={hidden.because} about={on} /> : null;
};

type DifferencesProps = { comparison: Comparison; isPart: boolean; first: Preview; second: Preview };

/** Items that differ between two phones, with the reason for each missing one (PREV-05). */
export const Differences = ({ comparison: { differences, settingsDiffer }, isPart, first, second }: DifferencesProps) => {
  const words = useMessages(previewMessages);
  const format = useFormat();
  return (
    <section className={classes.list} aria-label={words.differences}>
      <h2>{words.differences}</h2>
      {differences.length === 0 && !settingsDiffer && <p role="status">{isPart ? words.samePart : words.same}</p>}
      {isPart && <p>{words.comparedPart(format.number(ITEMS_MOST))}</p>}
      {settingsDiffer && <p>{words.settingsDiffer}</p>}
      <ul className={classes.rows}>
        {differences.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            <ItemLink kind={one.kind} id={one.id}>
              {one.name}
            </ItemLink>{' '}
            <small>{`${words.kinds[one.kind]}: ${words.how[one.how]}`}</small>
            {one.how === 'onlyFirst' && <Why of={one} on={second} />}
            {one.how === 'onlySecond' && <Why of={one} on={first} />}
          </li>
        ))}
      </ul>
    </section>
  );
};
