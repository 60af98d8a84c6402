import type { HiddenItem, Preview } from '@endcap/contract/preview';
import { Button } from '@mantine/core';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { previewMessages } from './preview.messages.ts';
import classes from './preview.module.css';

type Because = HiddenItem['because'][number];
/** Reasons without details of their own. */
type Plain = Exclude<Because['because'], 'notYet' | 'over' | 'groupExcluded' | 'notMember' | 'otherVersion'>;

/** A rule that hides something, and the change that would show it if the rule is alone. */
const useWhy = ({ names }: Pick<Preview, 'names'>, isAlone: boolean) => {
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
    switch (because.because) {
      case 'notYet': {
        const begins = format.moment(because.at);
        // The plan of a past day may have been changed before it came true.
        const isToCome = Date.parse(because.at) > Date.now();
        return [
          isAlone ? why.unpublished : why.notYet(begins),
          isToCome ? change.notYet(begins, format.ago(because.at)) : change.wasPlanned(begins),
        ];
      }
      case 'over':
        return [why.over(format.endMoment(because.at)), change.over];
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
  about: Pick<Preview, 'names'>;
  /** Goes to the instant at which a publication begins or ended. */
  onGo?: (at: string) => void;
};

/**
 * Every rule that hides an item from a customer. The change that would show it is promised only for a single rule: with several, no change
 * alone is enough (PREV-03).
 */
export const WhyHidden = ({ because, about, onGo }: WhyHiddenProps) => {
  const words = useMessages(previewMessages);
  const isAlone = because.length === 1;
  const wordsOf = useWhy(about, isAlone);
  return (
    <ul className={classes.why}>
      {because.map((one) => {
        const [why, change] = wordsOf(one);
        return (
          <li key={one.because}>
            <span>{why}</span> {isAlone && <small>{change}</small>}{' '}
            {onGo && (one.because === 'notYet' || one.because === 'over') && (
              <Button size="compact-xs" variant="subtle" onClick={() => onGo(one.at)}>
                {words.goThere}
              </Button>
            )}
          </li>
        );
      })}
      {!isAlone && (
        <li>
          <small>{words.several}</small>
        </li>
      )}
    </ul>
  );
};
