import type { Page } from '@endcap/contract/core';
import { Button, Skeleton, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { commonMessages } from '../lib/common.messages.ts';
import { useFormat, useMessages } from '../lib/language.tsx';
import { listState } from '../lib/list-state.ts';
import type { PlainPath } from '../lib/paths.ts';
import { sameValue } from '../lib/same-value.ts';
import { IconPlus } from '../ui/icons/frame-icons.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { PageLinks } from '../ui/page-links.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { SortButton } from '../ui/sort-button.tsx';
import { ariaSort, type SortBy } from '../ui/sort-order.ts';
import { FailedView, StateView } from '../ui/state-view.tsx';
import classes from './list-page.module.css';

/**
 * Stores the state of the list when it is left. On return, scrolls to the row that was opened or created, and focuses it if nothing else
 * has the focus.
 */
const useListState = (rows: readonly { _id: string }[] | undefined, added: string | null): string | null => {
  const search = useSearch({ strict: false });
  const [path] = useState(() => location.pathname);
  const [saved] = useState(() => listState.read(path));
  const marked = added ?? saved.marked ?? null;
  const shownMark = useRef<string | null>(null);

  // Without the position: reading it would lay the page out before its rows are there.
  useEffect(() => listState.save(path, search, 0), [path, search]);
  const leave = useEffectEvent(() => listState.save(path, search, scrollY));
  useLayoutEffect(() => () => leave(), []);

  const isBack = useEffectEvent(() => marked === saved.marked && sameValue(search, saved.search));
  useEffect(() => {
    if (marked === null || shownMark.current === marked || !rows?.some(({ _id }) => _id === marked)) return;
    shownMark.current = marked;
    if (isBack()) scrollTo(0, saved.top);
    const row = document.querySelector(`[data-row="${marked}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement === document.body) row?.querySelector('a')?.focus({ preventScroll: true });
  }, [rows, marked, saved]);
  return marked;
};

export type Column<Row, Field extends string = never> = {
  header: string;
  /** Content of the column's head instead of the text. */
  head?: ReactNode;
  render: (row: Row) => ReactNode;
  /** The field by which the server sorts the column. */
  sort?: Field;
  /** `flag` is shown where there is room, `main` is the first line of a card on a phone, `actions` its corner, `number` is right-aligned. */
  kind?: 'main' | 'number' | 'time' | 'image' | 'actions' | 'select' | 'flag';
};

type ListPageProps<Row extends { _id: string }, Field extends string> = {
  title: string;
  create?: Create;
  /** Another action of the list. */
  action?: ReactNode;
  /** Beside the heading: content that loads late and is important. */
  notice?: ReactNode;
  /** Above the list. */
  banner?: ReactNode;
  filters?: ReactNode;
  /** `isPlaceholderData`: old rows are shown while new ones load (ux 17). */
  query: { data: Page<Row> | undefined; error: unknown; isPending: boolean; isPlaceholderData: boolean; refetch: () => unknown };
  columns: readonly Column<Row, Field>[];
  /** Current order of the list, and a function that changes it. */
  sorting?: { by: SortBy<NoInfer<Field>>; sort: (by: SortBy<NoInfer<Field>>) => void };
  page: number;
  goTo: (page: number, options: { replace: boolean }) => void;
  empty: { title: string; text?: string };
  /** While filters narrow the list: the text when nothing matches, and the function that clears the filters. */
  narrowed?: { noMatch: string; clear: () => void } | undefined;
  /** The row that was added on this very page. */
  added?: string | null;
  /** Height of a row in pixels. Placeholders have it too, so that nothing moves when the rows load. */
  rowHeight?: number;
};

const SKELETON_ROWS = 10;
const ROW_HEIGHT = 44;

type RowsProps<Row extends { _id: string }, Field extends string> = Pick<ListPageProps<Row, Field>, 'columns' | 'sorting'> & {
  query: { data: { items: Row[] } | undefined; isPending: boolean; isPlaceholderData: boolean };
  marked: string | null;
  rowHeight?: number;
  /** The heading above the first of the rows that share it. */
  headingOf?: (row: Row) => string;
};

/** The rows of a list: old ones stay, dimmed, while new ones load (ux 17). */
export const ListRows = <Row extends { _id: string }, Field extends string>(props: RowsProps<Row, Field>) => {
  const { query, columns, sorting, marked, rowHeight = ROW_HEIGHT, headingOf } = props;
  const common = useMessages(commonMessages);
  return (
    <table className={`table ${classes.table}`} data-dimmed={query.isPlaceholderData || undefined} data-hover>
      <thead>
        <tr>
          {columns.map(({ header, head, kind, sort }) => (
            <th key={header} data-kind={kind} {...(sort && sorting && { 'aria-sort': ariaSort(sorting.by, sort) })}>
              {kind === 'actions' ? (
                <span className="sr-only">{header}</span>
              ) : sort && sorting ? (
                <SortButton label={header} field={sort} sort={sorting.by} onSort={sorting.sort} />
              ) : (
                (head ?? header)
              )}
            </th>
          ))}
        </tr>
      </thead>
      {query.isPending ? (
        <tbody>
          {Array.from({ length: SKELETON_ROWS }, (_, n) => (
            <tr key={n}>
              <td colSpan={columns.length} style={{ height: rowHeight }}>
                <Skeleton h={rowHeight - 16} aria-label={common.loading} />
              </td>
            </tr>
          ))}
        </tbody>
      ) : (
        [...Map.groupBy(query.data?.items ?? [], (row) => headingOf?.(row) ?? '')].map(([heading, rows]) => (
          <tbody key={heading}>
            {heading && (
              <tr className={classes.group}>
                <th scope="rowgroup" colSpan={columns.length}>
                  {heading}
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <tr key={row._id} data-row={row._id} data-marked={row._id === marked || undefined}>
                {columns.map(({ header, render, kind }) => (
                  <td
                    key={header}
                    data-kind={kind}
                    translate={kind === 'number' ? 'no' : undefined}
                    {...((kind === undefined || kind === 'number' || kind === 'time' || kind === 'flag') && { 'data-label': header })}
                  >
                    {render(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))
      )}
    </table>
  );
};

/** Link to the page for a new item. `note`: a text beside it, such as the quota that is left. */
type Create = { path: PlainPath; label: string; note?: ReactNode };

const CreateLink = ({ path, label, isSecondary = false }: Create & { isSecondary?: boolean }) => (
  <LinkButton to={path} {...(isSecondary && { variant: 'default' })} leftSection={<IconPlus size={18} aria-hidden />}>
    {label}
  </LinkButton>
);

type HeadProps = { title: string; create?: Create; isSecondary?: boolean; action?: ReactNode; notice?: ReactNode };

/**
 * Title of a list, a notice, other actions and the link to a new item. `isSecondary`: the same link is below, so this one is not the primary
 * button (ux 18). A notice moves neither title nor link.
 */
export const ListHead = ({ title, create, isSecondary = false, action, notice }: HeadProps) => (
  <>
    <PageTitle of={title} />
    <div className={classes.head}>
      <Title order={1}>{title}</Title>
      {notice}
      <div className={classes.actions}>
        {create?.note && (
          <span className={classes.note} role="status">
            {create.note}
          </span>
        )}
        {action}
        {create && <CreateLink {...create} isSecondary={isSecondary} />}
      </div>
    </div>
  </>
);

/** A list whose state is in the URL: nothing yet, no match, failed or rows (ux 16..18). A page beyond the end moves to the last. */
export const ListPage = <Row extends { _id: string }, Field extends string = never>(props: ListPageProps<Row, Field>) => {
  const {
    title,
    create,
    action,
    notice,
    banner,
    filters,
    query,
    columns,
    sorting,
    page,
    goTo,
    empty,
    narrowed,
    added = null,
    rowHeight = ROW_HEIGHT,
  } = props;
  const common = useMessages(commonMessages);
  const format = useFormat();
  const { data, error, isPlaceholderData } = query;
  const marked = useListState(data?.items, added);
  const last = data && !isPlaceholderData && data.items.length === 0 && page > data.pageCount ? data.pageCount : null;
  useEffect(() => {
    if (last !== null) goTo(last, { replace: true });
  });
  return (
    <>
      <ListHead title={title} {...(create && { create })} action={action} notice={notice} isSecondary={data?.total === 0 && !narrowed} />
      {banner}
      <section className={classes.card} aria-busy={query.isPending || isPlaceholderData}>
        {filters && <div className={classes.filters}>{filters}</div>}
        {error && !data ? (
          <FailedView error={error} onRetry={() => void query.refetch()} />
        ) : data?.total === 0 ? (
          narrowed ? (
            <StateView title={narrowed.noMatch}>
              <Button variant="default" onClick={narrowed.clear}>
                {common.clearFilters}
              </Button>
            </StateView>
          ) : (
            <StateView {...empty}>{create && <CreateLink {...create} />}</StateView>
          )
        ) : (
          <ListRows query={query} columns={columns} marked={marked} rowHeight={rowHeight} {...(sorting && { sorting })} />
        )}
        {data && (
          <div className={classes.foot}>
            <span className={classes.total} role="status">
              {common.total(format.number(data.total))}
            </span>
            <PageLinks page={Math.min(page, data.pageCount)} pages={data.pageCount} />
          </div>
        )}
      </section>
    </>
  );
};
