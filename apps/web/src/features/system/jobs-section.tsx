import type { BackgroundJob, SystemHealth } from '@endcap/contract/system';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Column } from '../../frames/list-page.tsx';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { Mark, Rows, Section } from './section.tsx';
import { systemMessages } from './system.messages.ts';
import { system } from './system.queries.ts';
import classes from './system.module.css';

type JobRow = BackgroundJob & { _id: string };

/** Button that requests a run of the job, or the progress of a requested run. */
const RunNow = ({ job: { name, asked } }: { job: BackgroundJob }) => {
  const words = useMessages(systemMessages);
  const format = useFormat();
  const client = useQueryClient();
  const run = useMutation({ mutationFn: () => system.runJob(client, name) });
  if (asked)
    return (
      <span role="status">
        {asked.startedAt === null
          ? words.asked(format.time(Date.parse(asked.at)))
          : words.running(format.time(Date.parse(asked.startedAt)), asked.host ?? words.notKnown)}
      </span>
    );
  return (
    <span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={words.runOf(withOther<string, string>(words.jobNames, name, name))}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        {words.run}
      </Button>
      {run.isError && (
        <span role="alert">
          <Mark state="wrong">{words.runFailed}</Mark>
        </span>
      )}
    </span>
  );
};

const Failures = ({ job: { failures, lastFailure } }: { job: BackgroundJob }) => {
  const words = useMessages(systemMessages);
  const format = useFormat();
  return (
    <span className={classes.text}>
      {failures > 0 ? <Mark state="wrong">{format.number(failures)}</Mark> : <span>{format.number(failures)}</span>}
      {lastFailure && (
        <small>
          <span>{words.lastFailure(format.moment(lastFailure.at))}</span> <span lang="en">{lastFailure.error}</span>
        </small>
      )}
    </span>
  );
};

/** Background jobs that run periodically. */
export const JobsSection = ({ health: { at, jobs } }: { health: SystemHealth }) => {
  const words = useMessages(systemMessages);
  const format = useFormat();
  const columns: Column<JobRow>[] = [
    { header: words.job, kind: 'main', render: ({ name }) => <strong>{withOther<string, string>(words.jobNames, name, name)}</strong> },
    {
      header: words.lastRun,
      render: ({ lastRun }) =>
        lastRun === null ? (
          words.neverRun
        ) : (
          <span>
            <time dateTime={lastRun.startedAt}>{format.moment(lastRun.startedAt)}</time> <small>{lastRun.host}</small>
          </span>
        ),
    },
    {
      header: words.took,
      kind: 'number',
      render: ({ lastRun }) => (lastRun === null ? '–' : words.seconds(format.number(Math.round(lastRun.seconds * 10) / 10))),
    },
    {
      header: words.nextRun,
      render: ({ nextAt }) =>
        nextAt === null ? (
          words.notKnown
        ) : (
          <span>
            <time dateTime={nextAt}>{format.moment(nextAt)}</time>
            {Date.parse(nextAt) < Date.parse(at) && <Mark state="note">{words.overdue}</Mark>}
          </span>
        ),
    },
    { header: words.failures, render: (job) => <Failures job={job} /> },
    { header: words.run, render: (job) => <RunNow job={job} /> },
  ];
  return (
    <Section id="system-jobs" title={words.jobs} about={words.jobsAbout}>
      <Rows items={jobs.map((job) => ({ ...job, _id: job.name }))} columns={columns} />
    </Section>
  );
};
