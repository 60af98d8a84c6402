import type pg from 'pg';

const GROUPS = 20;

/**
 * Fills a chain for the feed: eight items for everyone, four by store type, two per group, and each of the others for two stores. At any
 * size, a customer sees about twenty to fifty of them.
 */
export const fillChain = async (client: pg.Client | pg.Pool, { items, stores }: { items: number; stores: number }): Promise<void> => {
  await client.query(
    `insert into store (id, name, street, city, zip_code, latitude, longitude, opening_hours, store_type)
     select 'bench' || n, 'Sklep ' || n, 'ul. Długa ' || n, 'Łódź', '90-001', 52, 21, '6–22', (array['contact', 'super', 'generalist'])[1 + n % 3] from generate_series(1, $1::int) n`,
    [stores],
  );
  await client.query(`insert into store_group (id, name) select 'group' || n, 'Grupa ' || n from generate_series(1, $1::int) n`, [GROUPS]);
  await client.query(
    `insert into store_group_member (group_id, store_id) select 'group' || (1 + n % $2::int), 'bench' || n from generate_series(1, $1::int) n`,
    [stores, GROUPS],
  );
  await client.query(
    `insert into content (id, content_type, name, title, prev_image, disabled, pinned, hidden_on_start, signature_hidden, clickable_when_future, version, segments, product_e_a_ns,
       include_store_type, include_stores, exclude_stores, include_store_groups, exclude_store_groups, description, publication_start, publication_end)
     select 'item' || n, 'leaflet', 'Nazwa ' || n, 'Gazetka ' || n, 'cloudinary:' || repeat('a', 32) || '.png', false, n <= 4, false, false, false,
       case when n % 3 = 0 then '>= 3.2.0' else '' end, '{}', '{}',
       case when n <= 8 then 'all' when n <= 12 then (array['contact', 'super', 'generalist'])[1 + n % 3] else '' end,
       case when n <= 12 + 2 * $3::int then '{}' else array['bench' || (1 + n % $2::int), 'bench' || (1 + n * 7 % $2::int)] end, '{}',
       case when n between 13 and 12 + 2 * $3::int then array['group' || (1 + n % $3::int)] else '{}' end, '{}', repeat('Świeże **owoce** i warzywa. ', 8),
       now() - interval '1 day', now() + interval '10 days' from generate_series(1, $1::int) n`,
    [items, stores, GROUPS],
  );
  await client.query('analyze');
};
