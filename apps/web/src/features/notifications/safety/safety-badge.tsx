import { Badge } from '@mantine/core';
import { useMessages } from '../../../lib/language.tsx';
import { safetyMessages } from './safety.messages.ts';

/** That something is a safety message (CARE-05). */
export const SafetyBadge = () => (
  <Badge color="red" variant="filled" tt="none" miw="max-content" data-testid="safety">
    {useMessages(safetyMessages).name}
  </Badge>
);
