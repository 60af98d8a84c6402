import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { bulkMessages } from './bulk.messages.ts';
import classes from './bulk.module.css';
import type { BulkTarget } from './bulk-dialog.tsx';
import type { Done } from './undoing.ts';
import type { Chosen } from './use-chosen.ts';

type BulkBarProps = { chosen: Chosen; total: number; filters: BulkTarget['found']; onDone: (done: Done) => void };

/** Bar with the number of selected rows and their bulk actions. */
export const BulkBar = ({ chosen, total, filters, onDone }: BulkBarProps) => {
  const words = useMessages(bulkMessages);
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const count = chosen.allMatching ? total : chosen.ids.size;
  return (
    <div className={classes.bar} role="group" aria-label={words.change}>
      <span role="status">{words.chosen(count, format.number(count))}</span>
      {!chosen.allMatching && total > chosen.ids.size && (
        <Button size="compact-sm" variant="subtle" onClick={chosen.chooseAllMatching}>
          {words.chooseFound(format.number(total))}
        </Button>
      )}
      <Button size="compact-sm" onClick={() => setAsking(true)}>
        {words.change}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={chosen.clear}>
        {words.drop}
      </Button>
      {asking && (
        <BulkDialog
          target={chosen.allMatching ? { ids: [], found: filters } : { ids: [...chosen.ids], found: null }}
          onClose={() => setAsking(false)}
          onDone={(done) => {
            setAsking(false);
            chosen.clear();
            onDone(done);
          }}
        />
      )}
    </div>
  );
};
