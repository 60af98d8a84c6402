import { SEARCH_MAX_LENGTH } from '@endcap/contract/core';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
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

/** EDIT-04, ux 26: everything that can be opened or done, by typing. */
export const CommandBar = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const words = useMessages(commandBarMessages);
  return (
    <DialogFrame root={{ opened, onClose, size: 640, yOffset: '12dvh', transitionProps: { duration: 0 } }} aria-label={words.title}>
      <Bar onClose={onClose} />
    </DialogFrame>
  );
};

const Bar = ({ onClose }: { onClose: () => void }) => {
  const words = useMessages(commandBarMessages);
  const format = useFormat();
  const router = useRouter();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const { commands, isSearching, hasFailed } = useCommands(useDeferredValue(typed));
  const current = Math.min(active, commands.length - 1);
  useEffect(() => input.current?.focus(), []);

  const take = (command: Command | undefined, event: MouseEvent | KeyboardEvent): void => {
    if (!command) return;
    if (!wantsNewTab(event)) onClose();
    command.first?.();
    if (wantsNewTab(event)) open(command.href, '_blank', 'noopener');
    else router.history.push(command.href);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined) setActive(Math.max(0, Math.min(commands.length - 1, current + step)));
    else if (event.key === 'Enter') take(commands[current], event);
    else return;
    event.preventDefault();
  };
  const said = hasFailed ? words.failed : isSearching ? words.searching : commands.length === 0 ? words.nothing : null;
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
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <CommandList id={id} commands={commands} current={current} onHover={setActive} onTake={take} />
      <div className={classes.foot}>
        <span role="status">{said ?? words.found(format.number(commands.length))}</span>
        <span className={classes.keys}>{words.keys}</span>
      </div>
    </div>
  );
};
