import { PAGE_LINKS } from '@endcap/contract/core';
import { PaginationControl, PaginationNext, PaginationPrevious, PaginationRoot } from '@mantine/core';
import { createLink, type LinkComponentProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import classes from './page-links.module.css';
import { pageWindow } from './page-window.ts';

type PageLinksProps = { page: number; pages: number; count?: number };

const Link = createLink('a');

/** Link to another page of the same screen. The first page has no parameter; other parameters stay. */
const linkTo = (page: number) => (props: ComponentProps<'a'>) => (
  <Link
    {...(props as LinkComponentProps<'a'>)}
    to="."
    search={(before) => ({ ...before, page: page > 1 ? page : undefined })}
    activeOptions={{ exact: true }}
  />
);

/** At most five page links at once (§9). They are real links, which can be opened in a new tab. */
export const PageLinks = ({ page, pages, count = PAGE_LINKS }: PageLinksProps) => {
  const words = useMessages(commonMessages);
  if (pages <= 1) return null;
  return (
    <PaginationRoot total={pages} value={page}>
      <nav className={classes.links} aria-label={words.pages}>
        {/* The first and the last page have no previous or next link. */}
        <PaginationPrevious aria-label={words.previousPage} {...(page > 1 && { renderRoot: linkTo(page - 1) })} />
        {pageWindow(page, pages, count).map((n) => (
          <PaginationControl
            key={n}
            renderRoot={linkTo(n)}
            active={n === page}
            aria-label={words.page(n)}
            {...(n === page && { 'aria-current': 'page' as const })}
          >
            {n}
          </PaginationControl>
        ))}
        <PaginationNext aria-label={words.nextPage} {...(page < pages && { renderRoot: linkTo(page + 1) })} />
      </nav>
    </PaginationRoot>
  );
};
