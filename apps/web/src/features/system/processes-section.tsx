import type { RunningProcess, SystemHealth } from '@endcap/contract/system';
import type { Column } from '../../frames/list-page.tsx';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { Mark, Rows, Section } from './section.tsx';
import { systemMessages } from './system.messages.ts';

/** Running processes with their versions. Marks other versions and missing heartbeats. */
export const ProcessesSection = ({ health: { at, version, processes } }: { health: SystemHealth }) => {
  const words = useMessages(systemMessages);
  const format = useFormat();
  const columns: Column<RunningProcess>[] = [
    { header: words.process, kind: 'main', render: ({ kind }) => <strong>{withOther(words.kinds, kind, kind)}</strong> },
    {
      header: words.version,
      render: (process) => (
        <span>
          <span translate="no">{process.version}</span>
          {process.isOtherVersion && <Mark state="note">{words.otherVersion(version)}</Mark>}
        </span>
      ),
    },
    {
      header: words.host,
      render: ({ host, pid }) => (
        <span>
          <span translate="no">{host}</span> <small>{words.pid(String(pid))}</small>
        </span>
      ),
    },
    { header: words.since, kind: 'time', render: ({ startedAt }) => <time dateTime={startedAt}>{format.moment(startedAt)}</time> },
    {
      header: words.lastSeen,
      render: ({ seenAt, isSilent }) => (
        <span>
          <time dateTime={seenAt} title={format.moment(seenAt)}>
            {format.ago(seenAt, Date.parse(at))}
          </time>
          {isSilent && <Mark state="wrong">{words.silent}</Mark>}
        </span>
      ),
    },
  ];
  return (
    <Section id="system-processes" title={words.processes} about={processes.length === 0 && words.noProcesses}>
      {processes.length > 0 && <Rows items={processes} columns={columns} />}
    </Section>
  );
};
