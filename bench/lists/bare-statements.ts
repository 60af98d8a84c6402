import { contentRoutes, contentTypes } from '@endcap/contract/content';

export type Statement = { text: string; values: unknown[] };
type ListQuery = Readonly<Record<string, string>>;

/** Hand-written SQL for one page of one list: uses the indexes and counts nothing. The baseline for the product. */
type List = {
  table: string;
  columns: string;
  where: string;
  filters: Readonly<Record<string, (value: string, next: string) => string>>;
  order: (sort: string | undefined) => string;
};

const like =
  (column: string) =>
  (_: string, next: string): string =>
    `${column} like '%' || folded(${next}) || '%'`;
const inside = `(publication_start is null or publication_start <= now()) and (publication_end is null or publication_end >= now())`;
const contentOrder = (sort: string): string => {
  const column = { name: 'name collate "pl-x-icu"', publicationStart: 'publication_start', publicationEnd: 'publication_end' }[
    sort.replace('-', '')
  ];
  return `${column} ${sort.startsWith('-') ? 'desc' : 'asc'} nulls last, id`;
};
const popupOrder = (sort: string): string =>
  `${sort.endsWith('name') ? 'name collate "pl-x-icu"' : 'created_at'} ${sort.startsWith('-') ? 'desc' : 'asc'}, id`;

const bareLists: Readonly<Record<string, List>> = {
  'content-editor': {
    table: 'content',
    columns: 'id as _id, content_type, name, title, prev_image, pinned, disabled, publication_start, publication_end',
    where: 'deleted_at is null',
    filters: {
      contentType: (_, next) => `content_type = ${next}`,
      published: (value) => (value === 'true' ? inside : `not (${inside})`),
      name: like('names_folded'),
    },
    order: (sort = contentRoutes.list.query.parse({}).sortField) => contentOrder(sort),
  },
  'notification-editor': {
    table: 'notification',
    columns: `id as _id, title, content, is_test, created_at, errors, store_id,
      array(select message_id from fan_out_chunk c where c.notification_id = t.id and message_id is not null order by no limit 1) as notification_ids`,
    where: 'true',
    filters: { text: like('text_folded') },
    order: () => 'created_at desc, id desc',
  },
  'store-editor': {
    table: 'store',
    columns: `id as _id, store_no, name, street, zip_code, city, address, store_type, notification_sign,
      (select count(*)::int from device d where d.main_store_id = t.id) as main,
      (select count(*)::int from device_subscription s where s.store_id = t.id) as notifications`,
    where: 'deleted_at is null',
    filters: { name: like('name_folded'), address: like('address_folded'), counts: () => 'true' },
    order: () => 'name collate "pl-x-icu", id',
  },
  'store-group': {
    table: 'store_group',
    columns: `id as _id, name, array(select store_id from store_group_member m where m.group_id = t.id order by store_id) as stores`,
    where: 'deleted_at is null',
    filters: {},
    order: () => 'name collate "pl-x-icu", id',
  },
  'popup-editor': {
    table: 'popup',
    columns: 'id as _id, name, version, repeat, created_at',
    where: 'deleted_at is null',
    filters: {},
    order: (sort = '-createdDate') => popupOrder(sort),
  },
  'knowledge-editor': {
    table: 'knowledge',
    columns: 'id as _id, filename, name, description',
    where: 'deleted_at is null',
    filters: {},
    order: () => 'created_at desc, id desc',
  },
  threads: {
    table: 'thread',
    columns: `id as _id, thread_id, user_id, created_at, (select count(*)::int from thread_message m where m.thread = t.id) as message_count,
      (select content from thread_message m where m.thread = t.id and m.role = 'user' order by seq limit 1) as first`,
    where: 'true',
    filters: { filterUserMessages: (value) => (value === 'true' ? 'has_user_message' : 'true'), threadId: like('thread_id') },
    order: (sort = '-created_at') => (sort === 'created_at' ? 'created_at, id' : 'created_at desc, id desc'),
  },
};

const enumValues: ReadonlySet<string> = new Set(contentTypes);

/** The one statement of a page: ids by the best index there is, then the rows. */
export const bareStatement = (list: string, { page = '1', sortField, ...filters }: ListQuery): Statement => {
  const {
    table,
    columns,
    where,
    filters: made,
    order,
  } = bareLists[list] ?? { table: '', columns: '', where: '', filters: {}, order: () => '' };
  const size = list === 'threads' ? 10 : 20;
  const values: unknown[] = [(Number(page) - 1) * size];
  const parts = Object.entries(filters).map(([name, value]) => {
    const part = made[name]?.(value, `$${values.length + 1}`) ?? 'true';
    if (part.includes(`$${values.length + 1}`))
      values.push(enumValues.has(value) ? value : value.replace(/[\\%_]/g, (sign) => `\\${sign}`));
    return part;
  });
  const ordered = order(sortField);
  const text = `select ${columns} from (select id as found from ${table} where ${[where, ...parts].join(' and ')} order by ${ordered} limit ${size} offset $1) page
    join ${table} t on t.id = page.found order by ${ordered}`;
  return { text, values };
};
