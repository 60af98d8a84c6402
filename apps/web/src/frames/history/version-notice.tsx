import { Alert, Button } from '@mantine/core';
import { useMessages } from '../../lib/language.tsx';
import classes from './history.module.css';
import { historyMessages } from './history.messages.ts';

export type VersionNoticeProps = {
  /** When the version was saved; null for a new item that has the values of a deleted one. */
  of: string | null;
  /** Names of fields that a save would change. */
  fields: readonly string[];
  /** Files that are not kept any more. */
  left: number;
  onTakeBack: () => void;
};

/** HIST-04: what was filled in, and what saving it would do. */
export const VersionNotice = ({ of, fields, left, onTakeBack }: VersionNoticeProps) => {
  const words = useMessages(historyMessages);
  return (
    <Alert color="yellow" variant="light" role="status" className={classes.notice ?? ''}>
      <p>{of === null ? words.inNew : words.inForm(of)}</p>
      {of !== null && <p>{words.willChange(fields.join(', '))}</p>}
      {left > 0 && <p>{words.filesLeft(left)}</p>}
      <Button size="compact-sm" variant="default" onClick={onTakeBack}>
        {words.takeBack}
      </Button>
    </Alert>
  );
};
