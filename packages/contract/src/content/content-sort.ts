/** Filters of the content list by the end of publication. */
export const endingFilters = ['thisWeek'] as const;
export type EndingFilter = (typeof endingFilters)[number];

const sortable = ['name', 'publicationStart', 'publicationEnd'] as const;
export type ContentSortField = (typeof sortable)[number];
export type ContentSort = ContentSortField | `-${ContentSortField}`;
/** API-CONT-04: a leading minus is descending. */
export const contentSorts: readonly ContentSort[] = sortable.flatMap((field) => [field, `-${field}` as const]);
export const DEFAULT_CONTENT_SORT: ContentSort = '-publicationStart';
