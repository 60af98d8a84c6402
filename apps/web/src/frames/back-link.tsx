import { useEffect } from 'react';
import { listState } from '../lib/list-state.ts';
import type { PlainPath } from '../lib/paths.ts';
import { IconArrowLeft } from '../ui/icons/screen-icons.ts';
import { LinkAnchor } from '../ui/link-anchor.tsx';
import classes from './editor-layout.module.css';

/** Returns link props to a list with the search it was left with. The list restores its scroll position itself (D-45). */
export const backTo = (path: PlainPath) => ({
  to: path,
  // The list's route validates these search params.
  search: () => listState.read(path).search,
  resetScroll: false,
  // By default the router marks a link as the current page on all paths below it.
  activeOptions: { exact: true },
});

/** Marks the open item in its list, which scrolls to it on return. Does nothing without an item or a list. */
export const useMarked = (path: string | undefined, id: string | null | undefined): void =>
  useEffect(() => {
    if (path !== undefined && id) listState.mark(path, id);
  }, [path, id]);

/** Link back to the list, above a screen that was opened from it. */
export const BackLink = ({ path, label }: { path: PlainPath; label: string }) => (
  <LinkAnchor {...backTo(path)} className={classes.back ?? ''}>
    <IconArrowLeft size={16} aria-hidden /> <span>{label}</span>
  </LinkAnchor>
);
