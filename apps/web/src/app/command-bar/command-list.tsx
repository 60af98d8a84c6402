import { type MouseEvent, useEffect } from 'react';
import { useMessages } from '../../lib/language.tsx';
import classes from './command-bar.module.css';
import { commandBarMessages } from './command-bar.messages.ts';
import type { Command } from './command.ts';

type CommandListProps = {
  id: string;
  commands: readonly Command[];
  /** Index of the active command, which Enter runs. */
  current: number;
  onHover: (at: number) => void;
  onTake: (command: Command, event: MouseEvent) => void;
};

/** The commands under the field, section by section; the focus stays in the field. */
export const CommandList = ({ id, commands, current, onHover, onTake }: CommandListProps) => {
  const words = useMessages(commandBarMessages);
  useEffect(() => void document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' }), [id, current]);
  const sections = Map.groupBy(commands.entries(), ([, { section }]) => section);
  return (
    <div id={id} role="listbox" aria-label={words.results} className={classes.list}>
      {[...sections].map(([section, rows]) => (
        <div key={section} role="group" aria-labelledby={`${id}-${section}`}>
          <div id={`${id}-${section}`} role="presentation" className={classes.section}>
            {words.sections[section]}
          </div>
          {rows.map(([at, command]) => (
            <div
              key={command.id}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === current}
              data-active={at === current || undefined}
              className={classes.option}
              onPointerMove={() => at !== current && onHover(at)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={(event) => onTake(command, event)}
            >
              <command.Icon size={18} aria-hidden />
              <span>
                <span>{command.label}</span>
                {command.name && <small>{command.name}</small>}
              </span>
              {command.detail && <small>{command.detail}</small>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
};
