import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { useMessages } from '../../../lib/language.tsx';
import classes from './safety.module.css';
import { safetyMessages } from './safety.messages.ts';

/** Switch for a safety message: a product recall or another danger (CARE-05). */
export const SafetySwitch = ({ checked, onChange }: { checked: boolean; onChange: (safety: boolean) => void }) => {
  const words = useMessages(safetyMessages);
  return (
    <div className={classes.switch} data-on={checked || undefined}>
      <Checkbox
        color="red"
        label={words.mark}
        description={words.hint}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
};
