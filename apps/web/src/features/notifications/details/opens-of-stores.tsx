import type { NotificationOpens } from '@endcap/contract/notifications';
import { Title } from '@mantine/core';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import classes from './opens.module.css';
import { opensMessages } from './opens.messages.ts';

type OpensOfStoresProps = { stores: NonNullable<NotificationOpens['stores']>; total: number };

/** Opens by store; stores without a row of their own share one, so that the numbers add up. */
export const OpensOfStores = ({ stores: { named, others, othersOpened }, total }: OpensOfStoresProps) => {
  const words = useMessages(opensMessages);
  const format = useFormat();
  const labelOf = ({ storeNo, name, deleted }: (typeof named)[number]): string => {
    if (name === null) return words.noStore;
    const label = storeNo === null ? name : `${storeNo} · ${name}`;
    return deleted ? words.deleted(label) : label;
  };
  const rows = [
    ...named.map((store) => ({ key: store.storeId ?? '', name: labelOf(store), opened: store.opened })),
    ...(others > 0 ? [{ key: 'others', name: words.others(others, format.number(others)), opened: othersOpened }] : []),
  ];
  return (
    <>
      <Title order={3} mt="lg">
        {words.byStore}
      </Title>
      <p className={classes.hint}>{words.byStoreHint}</p>
      <table className={`table ${classes.stores}`}>
        <thead>
          <tr>
            <th scope="col">{words.store}</th>
            <th scope="col">{words.opened}</th>
            <th scope="col">{words.share}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, opened }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{format.number(opened)}</td>
              <td>{format.percent(Math.round((opened / total) * 100))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};
