import { hasField } from '@endcap/contract/content';
import { daysBetween } from '@endcap/contract/trading-days';
import { lastDayOf, readInstant } from '@endcap/contract/warsaw-time';
import { Alert, Button } from '@mantine/core';
import { useFields } from '../../../form/form-store.ts';
import { catalogue, plural, useMessages } from '../../../lib/language.tsx';
import { typeOf } from './content-form.ts';
import type { ContentEditor } from './use-content-field.ts';

const afterMessages = catalogue(
  {
    shown: (n: number) =>
      `Widoczne jeszcze ${n} ${plural('pl', n, { one: 'dzień', few: 'dni', many: 'dni', other: 'dnia' })} po końcu ważności.`,
    mend: 'Zakończ publikację z końcem ważności',
  },
  {
    shown: (n) => `Shown for ${n} more ${n === 1 ? 'day' : 'days'} after validity ends.`,
    mend: 'End publication with validity',
  },
);

/** Says for how many days an item is shown after it expired, and ends its publication with its validity (E-65). */
export const ShownAfterValidity = ({ editor }: { editor: ContentEditor }) => {
  const words = useMessages(afterMessages);
  const form = useFields(editor, ['contentType', 'publicationEnd', 'validityEnd']);
  const [publicationEnd, validityEnd] = [readInstant(form.publicationEnd), readInstant(form.validityEnd)];
  const type = typeOf(form);
  const isKnown = publicationEnd !== null && validityEnd !== null && hasField(type, 'validityEnd');
  const days = isKnown ? daysBetween(lastDayOf(validityEnd), lastDayOf(publicationEnd)) : 0;
  return (
    <div role="status" data-testid="shown-after-validity">
      {validityEnd !== null && days > 0 && (
        <Alert color="yellow" variant="light" role="group">
          <span>{words.shown(days)}</span>{' '}
          <Button size="compact-sm" variant="default" onClick={() => editor.change({ publicationEnd: validityEnd })}>
            {words.mend}
          </Button>
        </Alert>
      )}
    </div>
  );
};
