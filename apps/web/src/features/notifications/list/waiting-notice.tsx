import { useQuery } from '@tanstack/react-query';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { LinkAnchor } from '../../../ui/link-anchor.tsx';
import { notifications } from '../notification.queries.ts';
import classes from './notification-list.module.css';
import { waitingMessages } from './waiting.messages.ts';

/**
 * Links to plans that do not start by themselves (PLAN-03) and to sends that the person may approve (CARE-04). It is beside the
 * heading, so that nothing moves when it appears (issue 18).
 */
export const WaitingNotice = () => {
  const words = useMessages(waitingMessages);
  const format = useFormat();
  const { data } = useQuery(notifications.waiting(useSelectedStore()));
  const waiting = (['unapproved', 'overdue'] as const).filter((which) => data && data[which] > 0);
  if (!data || waiting.length === 0) return null;
  return (
    <div className={classes.waiting} role="status" data-testid="waiting-sends">
      {waiting.map((which) => (
        <LinkAnchor key={which} to={paths.notifications} search={{ state: which === 'overdue' ? 'planned' : which }}>
          {words[which](data[which], format.number(data[which]))}
        </LinkAnchor>
      ))}
    </div>
  );
};
