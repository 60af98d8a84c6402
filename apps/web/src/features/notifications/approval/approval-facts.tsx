import type { Approval } from '@endcap/contract/notifications';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { withOther } from '../../../lib/with-other.ts';
import { approvalMessages } from './approval.messages.ts';
import classes from './approval.module.css';

/** Requester, decider and times of an approval (CARE-04). Details of a decision about an earlier text are shown beside that text (E-03). */
export const ApprovalFacts = ({ approval }: { approval: Approval }) => {
  const words = useMessages(approvalMessages);
  const format = useFormat();
  const { state, ofThisText, askedBy, askedAt, decidedBy, decidedAt } = approval;
  const stateText = withOther(words.states, state, useMessages(commonMessages).other);
  if (!ofThisText)
    return (
      <>
        <dt>{words.fact}</dt>
        <dd data-testid="approval">{words.ofFormerText}</dd>
      </>
    );
  return (
    <>
      <dt>{words.fact}</dt>
      <dd data-testid="approval">
        <span>{decidedBy && decidedAt ? words.decided(stateText, decidedBy.name, format.moment(decidedAt)) : stateText}</span>
        <small className={classes.asked}>{words.askedFor(askedBy.name, format.moment(askedAt))}</small>
      </dd>
    </>
  );
};
