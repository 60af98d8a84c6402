import type { HiddenItem, Preview } from '@endcap/contract/preview';
import { Button } from '@mantine/core';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { previewMessages } from './preview.messages.ts';
import classes from './preview.module.css';

type Because = HiddenItem['because'][number];
/** What says no more than its name. */
type Plain = Exclude<Because['because'], 'notYet' | 'over' | 'groupExcluded' | 'notMember' | 'otherVersion'>;

/** A rule that hides something, and the smallest change that would show it, in words. */
const useWhy = ({ at, names }: Pick<Preview, 'at' | 'names'>) => {
  const { why, change, deletedGroup } = useMessages(previewMessages);
  const format = useFormat();
  const plain: Record<Plain, [why: string, change: string]> = {
    excluded: [why.excluded, change.excluded],
    notChosen: [why.notChosen, change.notChosen],
    storeNeeded: [why.storeNeeded, change.storeNeeded],
    noText: [why.noText, change.noText],
  };
  const groupName = (id: string): string => names[id] ?? id;
  return (because: Because): [why: string, change: string] => {
    const moment = format.moment(at);
    switch (because.because) {
      case 'notYet':
        return [why.notYet(format.moment(because.at)), change.notYet(moment)];
      case 'over':
        return [why.over(format.endMoment(because.at)), change.over(moment)];
      case 'groupExcluded':
        return [
          why.groupExcluded(
            [...because.groups.map(groupName), ...because.formerGroups.map((id) => deletedGroup(groupName(id)))].join(', '),
          ),
          change.groupExcluded,
        ];
      case 'notMember':
        return [why.notMember(because.segments.join(', ')), change.notMember(because.segments.length)];
      case 'otherVersion':
        return [why.otherVersion(because.version), change.otherVersion];
      default:
        return withOther(plain, because.because, [why.other, '']);
    }
  };
};

type WhyHiddenProps = {
  because: HiddenItem['because'];
  about: Pick<Preview, 'at' | 'names'>;
  /** Goes to the instant at which a publication begins or ended. */
  onGo?: (at: string) => void;
};

/** PREV-03: every rule that hides an item from a customer. */
export const WhyHidden = ({ because, about, onGo }: WhyHiddenProps) => {
  const words = useMessages(previewMessages);
  const wordsOf = useWhy(about);
  return (
    <ul className={classes.why}>
      {because.map((one) => {
        const [why, change] = wordsOf(one);
        return (
          <li key={one.because}>
            <span>{why}</span> <small>{change}</small>
            {onGo && (one.because === 'notYet' || one.because === 'over') && (
              <Button size="compact-xs" variant="subtle" onClick={() => onGo(one.at)}>
                {words.goThere}
              </Button>
            )}
          </li>
        );
      })}
      {because.length > 1 && (
        <li>
          <small>{words.all}</small>
        </li>
      )}
    </ul>
  );
};
