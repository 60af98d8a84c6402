import { ID_PATTERN } from '@endcap/contract/core';
import { type AnyRoute, createRoute } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { z } from 'zod';
import { lazyScreen } from '../lazy-screen.tsx';

type Load<Names extends string> = () => Promise<Record<Names, ComponentType>>;

// nonsense in the address bar falls back to the defaults.
const pageNumber = z.coerce.number().int().min(1).max(1_000_000).optional().catch(undefined);
export const searchText = (longest = 200) => z.coerce.string().max(longest).optional().catch(undefined);
export const oneOf = <const Word extends string>(words: readonly Word[]) => z.enum(words).optional().catch(undefined);

/** A change of the history. */
export const changeNumber = z.number().int().positive().optional().catch(undefined);
const itemId = z.string().regex(ID_PATTERN).optional().catch(undefined);

/** HIST-01: the panel of an item's changes, one of them, what it is compared with, which a new item takes its values from, and the item that it is a copy of (EDIT-01). */
const pastInAddress = z.object({
  history: z.literal('').optional().or(changeNumber),
  with: z.literal('now').optional().or(changeNumber),
  from: changeNumber,
  copy: itemId,
});

/** A screen that is named by its path alone. */
export const screenRoute = <Parent extends AnyRoute, const Path extends string, Name extends string>(
  parent: Parent,
  path: Path,
  load: Load<Name>,
  name: Name,
) => createRoute({ getParentRoute: () => parent, path, component: lazyScreen(load, name) });

/** The send form, and which notification it starts from. */
export const sendRoute = <Parent extends AnyRoute, const Path extends string, Name extends string>(
  parent: Parent,
  path: Path,
  load: Load<Name>,
  name: Name,
) => createRoute({ getParentRoute: () => parent, path, validateSearch: z.object({ from: itemId }), component: lazyScreen(load, name) });

/** A list: its page and what narrows or sorts it are in the address (NAV-32). */
export const listRoute = <Parent extends AnyRoute, const Path extends string, Search extends z.core.$ZodLooseShape, Name extends string>(
  parent: Parent,
  path: Path,
  search: Search,
  load: Load<Name>,
  name: Name,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch: z.object({ page: pageNumber, ...search }),
    component: lazyScreen(load, name),
  });

/** A screen with an item whose changes it shows. */
export const editorRoute = <
  Parent extends AnyRoute,
  const Path extends string,
  Name extends string,
  Search extends z.core.$ZodLooseShape = Record<never, never>,
>(
  parent: Parent,
  path: Path,
  load: Load<Name>,
  name: Name,
  search?: Search,
) =>
  createRoute({
    getParentRoute: () => parent,
    path,
    validateSearch: pastInAddress.extend(search ?? ({} as Search)),
    component: lazyScreen(load, name),
  });

/** An editor (§4): one screen for a new item and for one that is there. */
export const editorRoutes = <Parent extends AnyRoute, const NewPath extends string, const EditPath extends string>(
  parent: Parent,
  at: { new: NewPath; edit: EditPath },
  load: Load<'NewPage' | 'EditPage'>,
) => [editorRoute(parent, at.new, load, 'NewPage'), editorRoute(parent, at.edit, load, 'EditPage')] as const;
