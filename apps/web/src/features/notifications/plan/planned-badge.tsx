import { Badge } from '@mantine/core';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { standingColors } from '../standing-colors.ts';
import { plannedMessages } from './planned-badge.messages.ts';

const EVERY_MS = 20_000;

/** Status of a plan: the time left, or that a person has to decide (PLAN-02, PLAN-03, CARE-04). */
export const PlannedBadge = ({ standing, startsAt }: { standing: 'planned' | 'overdue' | 'unapproved'; startsAt: string }) => {
  const words = useMessages(plannedMessages);
  const format = useFormat();
  const now = useNow(EVERY_MS);
  return (
    <Badge color={standingColors[standing]} variant="light" tt="none" data-testid="planned">
      {standing === 'planned' ? words.planned(format.ago(startsAt, now)) : words[standing]}
    </Badge>
  );
};
