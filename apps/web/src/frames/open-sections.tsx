import { useLocation } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Panel } from '../ui/panel.tsx';

const focusIn = (id: string, ...wanted: string[]): void => {
  const section = document.getElementById(id);
  for (const one of wanted) {
    const element = section?.querySelector<HTMLElement>(one);
    if (element) return element.focus();
  }
};

type Sections<Name extends string> = {
  names: readonly Name[];
  idOf: (name: Name) => string;
  /** Unfolded at first where the address names no section. */
  first?: Name;
  /** Puts the id of the unfolded section into the URL; an empty id removes it. */
  setHash?: (id: string) => void;
};

/** The unfolded sections of a form. A section stays unfolded until somebody folds it; another one in the address is unfolded as well. */
export const useOpenSections = <Name extends string>({ names, idOf, first, setHash }: Sections<Name>) => {
  const { hash } = useLocation();
  const named = (id: string): Name | undefined => names.find((name) => idOf(name) === id);
  const [opened, setOpened] = useState<ReadonlySet<Name>>(() => {
    const name = named(hash) ?? first;
    return new Set(name === undefined ? [] : [name]);
  });
  const markOpen = (name: Name): void => setOpened((now) => (now.has(name) ? now : new Set([...now, name])));
  const follow = useEffectEvent((id: string): void => {
    const name = named(id);
    if (name === undefined || opened.has(name)) return;
    flushSync(() => markOpen(name));
    document.getElementById(id)?.scrollIntoView();
  });
  // React does not allow `flushSync` inside an effect.
  useEffect(() => queueMicrotask(() => follow(hash)), [hash]);
  return {
    idOf,
    opened,
    markOpen,
    unfold: (name: Name): void => {
      flushSync(() => markOpen(name));
      focusIn(idOf(name), "input:not([type='file']), textarea, select", 'button:not([aria-expanded])');
      setHash?.(idOf(name));
    },
    fold: (name: Name): void => {
      flushSync(() => setOpened((now) => new Set([...now].filter((one) => one !== name))));
      focusIn(idOf(name), "button[aria-expanded='false']");
      if (idOf(name) === hash) setHash?.('');
    },
  };
};

type SectionProps<Name extends string> = Pick<ComponentProps<typeof Panel>, 'title' | 'className' | 'children'> & {
  of: Pick<ReturnType<typeof useOpenSections<Name>>, 'idOf' | 'opened' | 'markOpen' | 'unfold' | 'fold'>;
  name: Name;
  /** True while the section must not fold, because it contains something that has to be seen. It stays open after that. */
  isPinned: boolean;
  /** `state`: text in place of the folded section. `open`: label of the button that unfolds it. */
  folded: { state: string; open: string };
  /** Label of the button that folds the section; without a label it cannot be folded. */
  fold?: string;
};

/** A part of a form that takes one row while it is folded. */
export const Section = <Name extends string>({ of, name, isPinned, folded, fold, children, ...panel }: SectionProps<Name>) => {
  const pin = useEffectEvent(() => of.markOpen(name));
  useEffect(() => {
    if (isPinned) pin();
  }, [isPinned]);
  return (
    <Panel
      {...panel}
      id={of.idOf(name)}
      folded={isPinned || of.opened.has(name) ? null : { ...folded, onOpen: () => of.unfold(name) }}
      foldable={isPinned || fold === undefined ? null : { fold, onFold: () => of.fold(name) }}
    >
      {children}
    </Panel>
  );
};
