import { type Check, commandCheckNames, type SystemHealth } from '@endcap/contract/system';
import type { Column } from '../../frames/list-page.tsx';
import { useMessages } from '../../lib/language.tsx';
import { Mark, Rows, Section } from './section.tsx';
import { systemMessages } from './system.messages.ts';
import classes from './system.module.css';

type CheckRow = Check & { _id: string };

/** The lines of the doctor that a server can make, and which ones only the command makes. */
export const ChecksSection = ({ checks }: { checks: SystemHealth['checks'] }) => {
  const words = useMessages(systemMessages);
  const columns: Column<CheckRow>[] = [
    { header: words.check, kind: 'main', render: ({ name }) => <strong>{words.checkNames[name]}</strong> },
    { header: words.state, render: ({ state }) => <Mark state={state}>{words.states[state]}</Mark> },
    {
      header: words.found,
      render: ({ says, todo }) => (
        <span lang="en" className={classes.text}>
          {says}
          {todo !== null && <Mark state="note">→ {todo}</Mark>}
        </span>
      ),
    },
  ];
  return (
    <Section id="system-checks" title={words.checks} about={words.englishLines}>
      <Rows items={checks.map((check) => ({ ...check, _id: check.name }))} columns={columns} />
      <p className={classes.about}>{words.onlyCommand(commandCheckNames.map((name) => words.commandChecks[name]).join(', '))}</p>
    </Section>
  );
};
