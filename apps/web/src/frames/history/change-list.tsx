import { actionWord, type HistoryRow } from '@endcap/contract/history';
import { Button, Skeleton } from '@mantine/core';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import classes from './history.module.css';
import { historyMessages } from './history.messages.ts';
import { whoOf } from './who.ts';

type ChangeListProps = {
  rows: readonly HistoryRow[];
  isPending: boolean;
  more: { load: () => void; isLoading: boolean } | null;
  onOpen: (row: HistoryRow) => void;
};

const Row = ({ row, onOpen }: { row: HistoryRow; onOpen: () => void }) => {
  const words = useMessages(historyMessages);
  const format = useFormat();
  const language = useLanguage();
  return (
    <li>
      <button type="button" onClick={onOpen}>
        <strong>{whoOf(row.person, words.program)}</strong>
        <time dateTime={row.at} title={format.minute(row.at)}>
          {format.ago(row.at)}
        </time>
        <span>
          {actionWord(language, row.kind, row.action)}
          {row.action === 'update' && ` · ${words.fields(row.fields)}`}
        </span>
      </button>
    </li>
  );
};

/** HIST-01: who changed the item, the newest first. */
export const ChangeList = ({ rows, isPending, more, onOpen }: ChangeListProps) => {
  const words = useMessages(historyMessages);
  if (isPending) return <Skeleton h={240} />;
  if (rows.length === 0) return <p>{words.none}</p>;
  return (
    <>
      <ol className={classes.changes}>
        {rows.map((row) => (
          <Row key={row._id} row={row} onOpen={() => onOpen(row)} />
        ))}
      </ol>
      {more && (
        <Button variant="default" fullWidth loading={more.isLoading} onClick={more.load}>
          {words.older}
        </Button>
      )}
    </>
  );
};
