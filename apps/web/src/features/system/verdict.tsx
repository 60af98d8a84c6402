import type { SystemHealth } from '@endcap/contract/system';
import { useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { FEW_DAYS } from './certificates-section.tsx';
import { Mark, Section } from './section.tsx';
import { systemMessages } from './system.messages.ts';
import { verdictMessages } from './verdict.messages.ts';
import classes from './system.module.css';

/** `section`: id of the heading of the part that has the details. */
type Finding = { key: string; state: 'wrong' | 'note'; name: string; means: string; todo: string; section: string };
/** Texts of a finding. Some findings have error texts only. */
type Means = { wrong: string; todo: string; note?: string };

/** Checks that are skipped if the schema does not match. */
const needSchema: ReadonlySet<string> = new Set(['sending', 'months', 'last backup']);

/** Errors first, then notices. */
const useFindings = ({ checks, processes, jobs, certificates }: SystemHealth): Finding[] => {
  const words = useMessages(systemMessages);
  const verdict = useMessages(verdictMessages);
  const isMisfit = checks.some(({ name, state }) => name === 'schema' && state === 'wrong');
  const ofChecks = checks
    .filter(({ name, state }) => state !== 'ok' && !(isMisfit && needSchema.has(name)))
    .map(({ name, state, says, todo }): Finding => {
      const means = withOther<string, Means>(verdict.checks, name, { wrong: says, todo: todo ?? '' });
      return {
        key: name,
        state: state === 'wrong' ? 'wrong' : 'note',
        name: withOther<string, string>(words.checkNames, name, name),
        means: state === 'wrong' ? means.wrong : (means.note ?? means.wrong),
        todo: means.todo,
        section: 'system-checks',
      };
    });
  const ofProcesses = processes
    .filter(({ isSilent }) => isSilent)
    .map(({ _id, kind, host }): Finding => ({
      key: _id,
      state: 'wrong',
      name: verdict.host(withOther(words.kinds, kind, kind), host),
      means: verdict.silent.wrong,
      todo: verdict.silent.todo,
      section: 'system-processes',
    }));
  const ofJobs = jobs
    .filter(({ failures }) => failures > 0)
    .map(({ name }): Finding => ({
      key: name,
      state: 'wrong',
      name: withOther<string, string>(words.jobNames, name, name),
      means: verdict.job.wrong,
      todo: verdict.job.todo,
      section: 'system-jobs',
    }));
  const ofCertificates = (certificates?.of ?? [])
    .filter(({ daysLeft, problem }) => daysLeft === null || daysLeft < FEW_DAYS || problem !== null)
    .map(({ of, address, daysLeft, problem }): Finding => {
      const isSilent = daysLeft === null && problem === null;
      return {
        key: `certificate ${of}`,
        state: isSilent ? 'note' : 'wrong',
        name: withOther<string, string>(words.of, of, of),
        means: isSilent ? verdict.certificate.note : verdict.certificate.wrong,
        todo: isSilent ? verdict.certificate.noteTodo(address) : verdict.certificate.todo(address),
        section: 'system-certificates',
      };
    });
  return [...ofChecks, ...ofProcesses, ...ofJobs, ...ofCertificates].toSorted(
    (one, other) => Number(one.state === 'note') - Number(other.state === 'note'),
  );
};

/** Overall health, with the findings sorted by severity and the action for each. */
export const Verdict = ({ health }: { health: SystemHealth }) => {
  const words = useMessages(verdictMessages);
  const findings = useFindings(health);
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  const says = wrong > 0 ? words.wrong(wrong) : findings.length > 0 ? words.notes(findings.length) : words.well;
  return (
    <Section id="system-verdict" title={words.title}>
      <div role="status" className={classes.verdict}>
        <Mark state={wrong > 0 ? 'wrong' : 'ok'}>{says}</Mark>
      </div>
      {findings.length > 0 && (
        <ul className={classes.findings}>
          {findings.map(({ key, state, name, means, todo, section }) => (
            <li key={key} data-state={state}>
              <a href={`#${section}`}>{name}</a> <span>{means}</span> <span data-testid="todo">{todo}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};
