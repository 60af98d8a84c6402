import { Badge } from '@mantine/core';
import { useMessages } from '../../../lib/language.tsx';
import classes from './safety.module.css';
import { safetyMessages } from './safety.messages.ts';

/** Badge of a safety message (CARE-05). */
export const SafetyBadge = () => (
  <Badge color="red" variant="filled" tt="none" className={classes.badge ?? ''} data-testid="safety">
    {useMessages(safetyMessages).name}
  </Badge>
);
