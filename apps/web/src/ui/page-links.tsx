import { PAGE_LINKS } from '@endcap/contract/core';
import { Pagination } from '@mantine/core';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import classes from './page-links.module.css';
import { pageWindow } from './page-window.ts';

type PageLinksProps = { page: number; pages: number; onChange: (page: number) => void; count?: number };

/** §9: at most five page links at once. */
export const PageLinks = ({ page, pages, onChange, count = PAGE_LINKS }: PageLinksProps) => {
  const words = useMessages(commonMessages);
  if (pages <= 1) return null;
  return (
    <Pagination.Root total={pages} value={page} onChange={onChange}>
      <nav className={classes.links} aria-label={words.pages}>
        <Pagination.Previous aria-label={words.previousPage} />
        {pageWindow(page, pages, count).map((n) => (
          <Pagination.Control
            key={n}
            active={n === page}
            aria-label={words.page(n)}
            {...(n === page && { 'aria-current': 'page' as const })}
            onClick={() => onChange(n)}
          >
            {n}
          </Pagination.Control>
        ))}
        <Pagination.Next aria-label={words.nextPage} />
      </nav>
    </Pagination.Root>
  );
};
