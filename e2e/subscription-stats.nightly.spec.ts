import { expectExportOf } from './large-export.ts';
import { test } from './product.ts';

test('a hundred thousand rows are exported by a worker, while the page goes on', { tag: ['@X03'] }, ({ page }) =>
  expectExportOf(page, 100_000),
);
