import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BackLink } from '../../frames/back-link.tsx';
import { ListHead } from '../../frames/list-page.tsx';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { FailedView } from '../../ui/state-view.tsx';
import { BackupSection } from './backup-section.tsx';
import { CertificatesSection } from './certificates-section.tsx';
import { ChecksSection } from './checks-section.tsx';
import { JobsSection } from './jobs-section.tsx';
import { ProcessesSection } from './processes-section.tsx';
import { systemMessages } from './system.messages.ts';
import { system } from './system.queries.ts';
import { Verdict } from './verdict.tsx';
import classes from './system.module.css';

/** Health of Endcap, for administrators, who may operate it. */
export const SystemPage = () => {
  const words = useMessages(systemMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const { data: health, error, refetch } = useQuery(system.health());
  return (
    <>
      <BackLink path={paths.settings} label={words.settings} />
      <ListHead title={words.title} />
      {health ? (
        <>
          <Verdict health={health} />
          <p className={classes.intro}>
            <span>{`${words.readAt(format.moment(health.at))} ${words.bundle}`}</span>{' '}
            <code translate="no">npm run doctor -- --bundle FILE</code>
          </p>
          <ProcessesSection health={health} />
          <ChecksSection checks={health.checks} />
          <JobsSection health={health} />
          <BackupSection health={health} />
          <CertificatesSection certificates={health.certificates} />
        </>
      ) : error ? (
        <FailedView error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={420} aria-label={common.loading} />
      )}
    </>
  );
};
