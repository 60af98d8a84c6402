import { type ReactNode, useState } from 'react';
import { DeleteDialog, type DeleteDialogProps } from './delete-dialog.tsx';

type Item = DeleteDialogProps['item'];
type Deletion = Pick<DeleteDialogProps, 'usage' | 'consequence' | 'remove'> & { onDeleted: () => void };

/** `ask` opens the question about an item; `dialog` belongs at the end of the page. */
export const useDelete = ({ usage, consequence, remove, onDeleted }: Deletion): { ask: (item: Item) => void; dialog: ReactNode } => {
  const [doomed, setDoomed] = useState<Item | null>(null);
  return {
    ask: setDoomed,
    dialog: doomed && (
      <DeleteDialog
        item={doomed}
        usage={usage}
        consequence={consequence}
        remove={remove}
        onClose={() => setDoomed(null)}
        onDeleted={() => {
          setDoomed(null);
          onDeleted();
        }}
      />
    ),
  };
};
