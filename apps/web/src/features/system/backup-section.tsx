import type { SystemHealth } from '@endcap/contract/system';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { Mark, Section } from './section.tsx';
import { systemMessages } from './system.messages.ts';
import classes from './system.module.css';

/** Times of the last backup and of the last trial restore. */
export const BackupSection = ({ health: { at, lastBackup, lastDrillAt } }: { health: SystemHealth }) => {
  const words = useMessages(systemMessages);
  const format = useFormat();
  const when = (instant: string): string => `${format.moment(instant)} (${format.ago(instant, Date.parse(at))})`;
  return (
    <Section id="system-backup" title={words.backup}>
      <dl className={classes.facts}>
        <dt>{words.lastBackup}</dt>
        <dd>
          <span>{lastBackup === null ? words.noBackup : when(lastBackup.takenAt)}</span>
          {lastBackup !== null && lastBackup.lost > 0 && (
            <Mark state="wrong">{words.lost(lastBackup.lost, format.number(lastBackup.lost))}</Mark>
          )}
        </dd>
        <dt>{words.lastDrill}</dt>
        <dd>{lastDrillAt === null ? words.noDrill : when(lastDrillAt)}</dd>
      </dl>
    </Section>
  );
};
