import { useLocation } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Panel } from '../ui/panel.tsx';

const focusIn = (id: string, ...wanted: string[]): void => {
  const section = document.getElementById(id);
  for (const one of wanted) {
    const found = section?.querySelector<HTMLElement>(one);
    if (found) return found.focus();
  }
};

type Sections<Name extends string> = {
  names: readonly Name[];
  idOf: (name: Name) => string;
  /** Unfolded at first where the address names no section. */
  first?: Name;
  /** Puts the id of the unfolded section into the URL; an empty id removes it. */
  tellAddress?: (id: string) => void;
};

/** The unfolded sections of a form. A section stays unfolded until somebody folds it; another one in the address is unfolded as well. */
export const useOpenSections = <Name extends string>({ names, idOf, first, tellAddress }: Sections<Name>) => {
  const { hash } = useLocation();
  const named = (id: string): Name | undefined => names.find((name) => idOf(name) === id);
  const [opened, setOpened] = useState<ReadonlySet<Name>>(() => {
    const name = named(hash) ?? first;
    return new Set(name === undefined ? [] : [name]);
  });
  const keepOpen = (name: Name): void => setOpened((now) => (now.has(name) ? now : new Set([...now, name])));
  const follow = useEffectEvent((id: string): void => {
    const name = named(id);
    if (name === undefined || opened.has(name)) return;
    flushSync(() => keepOpen(name));
    document.getElementById(id)?.scrollIntoView();
  });
  // React does not allow `flushSync` inside an effect.
  useEffect(() => queueMicrotask(() => follow(hash)), [hash]);
  return {
    idOf,
    opened,
    keepOpen,
    unfold: (name: Name): void => {
      flushSync(() => keepOpen(name));
      focusIn(idOf(name), "input:not([type='file']), textarea, select", 'button:not([aria-expanded])');
      tellAddress?.(idOf(name));
    },
    fold: (name: Name): void => {
      flushSync(() => setOpened((now) => new Set([...now].filter((one) => one !== name))));
      focusIn(idOf(name), "button[aria-expanded='false']");
      if (idOf(name) === hash) tellAddress?.('');
    },
  };
};

type SectionProps<Name extends string> = Pick<ComponentProps<typeof Panel>, 'title' | 'className' | 'children'> & {
  of: Pick<ReturnType<typeof useOpenSections<Name>>, 'idOf' | 'opened' | 'keepOpen' | 'unfold' | 'fold'>;
  name: Name;
  /** True while the section must not fold, because it holds something that has to be seen. It stays open after that. */
  isHeld: boolean;
  /** `state`: text in place of the folded section. `open`: label of the button that unfolds it. */
  folded: { state: string; open: string };
  /** Label of the button that folds the section; without a label it cannot be folded. */
  fold?: string;
};

/** A part of a form that takes one row while it is folded. */
export const Section = <Name extends string>({ of, name, isHeld, folded, fold, children, ...panel }: SectionProps<Name>) => {
  const keep = useEffectEvent(() => of.keepOpen(name));
  useEffect(() => {
    if (isHeld) keep();
  }, [isHeld]);
  return (
    <Panel
      {...panel}
      id={of.idOf(name)}
      folded={isHeld || of.opened.has(name) ? null : { ...folded, onOpen: () => of.unfold(name) }}
      foldable={isHeld || fold === undefined ? null : { fold, onFold: () => of.fold(name) }}
    >
      {children}
    </Panel>
  );
};
