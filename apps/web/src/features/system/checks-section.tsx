import { type Check, commandCheckNames, type SystemHealth } from '@endcap/contract/system';
import type { Column } from '../../frames/list-page.tsx';
import { commonMessages } from '../../lib/common.messages.ts';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { Mark, Rows, Section } from './section.tsx';
import { systemMessages } from './system.messages.ts';
import classes from './system.module.css';

type CheckRow = Check & { _id: string };

/** The line that the doctor prints. It is in English: readers of another language unfold it below the verdict in theirs. */
const Line = ({ says, todo }: Pick<Check, 'says' | 'todo'>) => (
  <span lang="en" className={classes.text}>
    <span>{says}</span>
    {todo !== null && <Mark state="note">{`→ ${todo}`}</Mark>}
  </span>
);

const seriousness = { wrong: 0, note: 1, ok: 2 };

/** Checks of the doctor that a server can run, and the names of those that only the command runs. */
export const ChecksSection = ({ checks }: { checks: SystemHealth['checks'] }) => {
  const words = useMessages(systemMessages);
  const language = useLanguage();
  const sorted = checks.toSorted((one, another) => seriousness[one.state] - seriousness[another.state]);
  const { other } = useMessages(commonMessages);
  const columns: Column<CheckRow>[] = [
    { header: words.check, kind: 'main', render: ({ name }) => <strong>{withOther<string, string>(words.checkNames, name, name)}</strong> },
    { header: words.state, render: ({ state }) => <Mark state={state}>{withOther(words.states, state, other)}</Mark> },
    {
      header: words.found,
      render: (check) =>
        language === 'en' ? (
          <Line {...check} />
        ) : (
          <details className={classes.text}>
            <summary>{words.inEnglish}</summary>
            <Line {...check} />
          </details>
        ),
    },
  ];
  return (
    <Section id="system-checks" title={words.checks} about={words.englishLines}>
      <Rows items={sorted.map((check) => ({ ...check, _id: check.name }))} columns={columns} />
      <p className={classes.about}>{words.onlyCommand(commandCheckNames.map((name) => words.commandChecks[name]).join(', '))}</p>
    </Section>
  );
};
