import { useEffect } from 'react';
import { listPlaces } from '../lib/list-places.ts';
import type { PlainPath } from '../lib/paths.ts';
import { IconArrowLeft } from '../ui/icons/screen-icons.ts';
import { LinkAnchor } from '../ui/link-anchor.tsx';
import classes from './editor-layout.module.css';

/** To the list as it was left; the list itself puts the page where it was (D-45). */
export const backTo = (path: PlainPath) => ({
  to: path,
  // Its route reads again what the address says.
  search: () => listPlaces.read(path).search,
  resetScroll: false,
  // The router would call whatever the address begins with the present page.
  activeOptions: { exact: true },
});

/** What is open is what the list finds again; null is nothing, and so is a screen without a list. */
export const useMarked = (path: string | undefined, id: string | null | undefined): void =>
  useEffect(() => {
    if (path !== undefined && id) listPlaces.mark(path, id);
  }, [path, id]);

/** The way back above a screen that was opened from a list. */
export const BackLink = ({ path, label }: { path: PlainPath; label: string }) => (
  <LinkAnchor {...backTo(path)} className={classes.back ?? ''}>
    <IconArrowLeft size={16} aria-hidden /> <span>{label}</span>
  </LinkAnchor>
);
