import { type ReactNode, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import type { DeleteDialogProps } from './delete-dialog.tsx';

const DeleteDialog = lazyPart(
  () => import('./delete-dialog.tsx'),
  (module) => module.DeleteDialog,
);

type Item = DeleteDialogProps['item'];
type Deletion = Pick<DeleteDialogProps, 'usage' | 'consequence' | 'remove'> & {
  /** It was deleted, or may have been: the list is read again. */
  onDeleted: () => void;
};

const rowOf = (id: string): Element | null => document.querySelector(`[data-row="${id}"]`);

/** The row goes: the focus moves to the same action of its neighbour, or to the start of the page (WCAG 2.4.3). */
const focusBeside = (id: string): void => {
  const row = rowOf(id);
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  (beside?.querySelector<HTMLElement>('td:last-child button:last-of-type') ?? document.querySelector<HTMLElement>('main'))?.focus();
};

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
        onClose={() => {
          // Gone all the same, and with it the button that asked.
          if (!rowOf(doomed.id)) focusBeside(doomed.id);
          setDoomed(null);
        }}
        onUnknown={onDeleted}
        onDeleted={() => {
          focusBeside(doomed.id);
          setDoomed(null);
          onDeleted();
        }}
      />
    ),
  };
};
