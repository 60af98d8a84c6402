import { type AnyRoute, createRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyScreen } from '../lazy-screen.tsx';
import { countFrom1, fieldName, itemId, oneOf, or, pageNumber, type Readers, searchOf } from './search-readers.ts';

type Load<Names extends string> = () => Promise<Record<Names, ComponentType>>;

/** HIST-01: the panel of an item's changes, one of them, what it is compared with, the field that they are of, which a new item takes its values from, and the item that it is a copy of (EDIT-01). */
const pastInAddress = {
  history: or('', countFrom1),
  with: or('now', countFrom1),
  field: fieldName,
  from: countFrom1,
  copy: itemId,
};

/** A screen that is named by its path alone. */
export const screenRoute = <Parent extends AnyRoute, const Path extends string, Name extends string>(
  parent: Parent,
  path: Path,
  load: Load<Name>,
  name: Name,
) => createRoute({ getParentRoute: () => parent, path, component: lazyScreen(load, name) });

/** The send form, which notification it starts from, and the plan that it changes. */
export const sendRoute = <Parent extends AnyRoute, const Path extends string, Name extends string>(
  parent: Parent,
  path: Path,
  load: Load<Name>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch: searchOf({ from: itemId, part: oneOf(['message']), plan: itemId }),
    component: lazyScreen(load, name),
  });

/** A list: its page and what narrows or sorts it are in the address (NAV-32). */
export const listRoute = <Parent extends AnyRoute, const Path extends string, Search extends Readers, Name extends string>(
  parent: Parent,
  path: Path,
  search: Search,
  load: Load<Name>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch: searchOf({ page: pageNumber, ...search }),
    component: lazyScreen(load, name),
  });

/** An editor (§4): one screen for a new item and for one that is there, which stays when what is new gets an address of its own. */
export const editorScreen = <
  Parent extends AnyRoute,
  const Id extends string,
  Name extends string,
  Search extends Readers = Record<never, never>,
>(
  parent: Parent,
  id: Id,
  load: Load<Name>,
  name: Name,
  /** Search parameters of a new item, beside those of every editor. */
  search?: Search,
) =>
  createRoute({
    getParentRoute: () => parent,
    id,
    validateSearch: searchOf({ ...pastInAddress, ...(search ?? ({} as Search)) }),
    component: lazyScreen(load, name),
  });

/** An address of an editor. */
export const editorRoute = <Parent extends AnyRoute, const Path extends string>(parent: Parent, path: Path) =>
  createRoute({ getParentRoute: () => parent, path });
