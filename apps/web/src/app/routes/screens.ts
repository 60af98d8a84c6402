import { type AnyRoute, createRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { lazyScreen } from '../lazy-screen.tsx';
import { countFrom1, fieldName, itemId, oneOf, or, pageNumber, type Readers, searchOf } from './search-readers.ts';

type Load<Names extends string> = () => Promise<Record<Names, ComponentType>>;

/**
 * Search parameters of an editor. `history`, `with`, `field`: the history panel with one change, the version it is compared with, or a field
 * (HIST-01). `from`, `copy`: the change or the item that a new item takes its values from (EDIT-01).
 */
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

/** The send form. `from`: the notification that it starts from; `plan`: the plan that it changes. */
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

/** A list whose page, filters and order are in the address (NAV-32). */
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

/** Editor screen for new and existing items (§4). It stays mounted when a new item is saved and gets its own address. */
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
