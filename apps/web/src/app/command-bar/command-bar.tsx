import { SEARCH_MAX_LENGTH } from '@endcap/contract/core';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { IconSearch } from '../../ui/icons/frame-icons.ts';
import classes from './command-bar.module.css';
import { commandBarMessages } from './command-bar.messages.ts';
import type { Command } from './command.ts';
import { CommandList } from './command-list.tsx';
import { useCommands } from './use-commands.ts';

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
const wantsNewTab = (event: MouseEvent | KeyboardEvent): boolean => event.ctrlKey || event.metaKey;

/** Dialog that finds screens, items and actions by typing (EDIT-04, ux 26). */
export const CommandBar = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const words = useMessages(commandBarMessages);
  return (
    <DialogFrame root={{ opened, onClose, size: 640, yOffset: '12dvh', transitionProps: { duration: 0 } }} aria-label={words.title}>
      <Bar onClose={onClose} />
    </DialogFrame>
  );
};

/** Returns a function that runs a command and opens its address, optionally in a new tab. */
const useTake = (onClose: () => void) => {
  const { history } = useRouter();
  return (command: Command | undefined, inNewTab: boolean): void => {
    if (!command) return;
    if (!inNewTab) onClose();
    command.first?.();
    if (inNewTab) open(command.href, '_blank', 'noopener');
    else history.push(command.href);
  };
};

/** Makes Enter during a search wait for its results and take the first one, instead of a result of an earlier text. */
const useEnter = (isSearching: boolean, take: (inNewTab: boolean) => void) => {
  const waiting = useRef<{ inNewTab: boolean } | null>(null);
  const takeFirst = useEffectEvent((): void => {
    if (waiting.current) take(waiting.current.inNewTab);
    waiting.current = null;
  });
  useEffect(() => {
    if (!isSearching) takeFirst();
  }, [isSearching]);
  return {
    wait: (inNewTab: boolean): void => void (waiting.current = { inNewTab }),
    forget: (): void => void (waiting.current = null),
  };
};

/** Footer with the status of the search and the keyboard shortcuts. */
const Foot = ({ count, isSearching, hasFailed }: { count: number; isSearching: boolean; hasFailed: boolean }) => {
  const words = useMessages(commandBarMessages);
  const format = useFormat();
  const status = hasFailed ? words.failed : isSearching ? words.searching : count === 0 ? words.nothing : words.found(format.number(count));
  return (
    <div className={classes.foot}>
      <span role="status">{status}</span>
      <span className={classes.keys}>{words.keys}</span>
    </div>
  );
};

const Bar = ({ onClose }: { onClose: () => void }) => {
  const words = useMessages(commandBarMessages);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { commands, isSearching, hasFailed } = useCommands(typed);
  const current = Math.min(active, commands.length - 1);
  useEffect(() => input.current?.focus(), []);

  const take = useTake(onClose);
  const enter = useEnter(isSearching, (inNewTab) => take(commands[current], inNewTab));
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    enter.forget();
    if (step !== undefined) setActive(Math.max(0, Math.min(commands.length - 1, current + step)));
    else if (isSearching && active === 0) enter.wait(wantsNewTab(event));
    else take(commands[current], wantsNewTab(event));
  };
  return (
    <div className={classes.box}>
      <div className={classes.field}>
        <IconSearch size={20} aria-hidden />
        <input
          ref={input}
          role="combobox"
          aria-label={words.title}
          aria-expanded={commands.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
          placeholder={words.placeholder}
          maxLength={SEARCH_MAX_LENGTH}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive(0);
            enter.forget();
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <CommandList
        id={id}
        commands={commands}
        current={current}
        onHover={setActive}
        onTake={(command, event) => take(command, wantsNewTab(event))}
      />
      <Foot count={commands.length} isSearching={isSearching} hasFailed={hasFailed} />
    </div>
  );
};
