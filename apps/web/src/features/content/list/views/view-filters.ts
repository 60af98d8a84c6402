import { type ContentFilters, type ContentSort, type ContentView, DEFAULT_CONTENT_SORT } from '@endcap/contract/content';
import { commonMessages } from '../../../../lib/common.messages.ts';
import { useMessages } from '../../../../lib/language.tsx';
import { withOther } from '../../../../lib/with-other.ts';
import { contentMessages } from '../../content.messages.ts';
import { viewsMessages } from './views.messages.ts';

type InUse = {
  filters: { [Field in 'contentType' | 'published' | 'ends']: ContentFilters[Field] } & { name: string };
  sortField: ContentSort;
};

/** Returns the current filters of the list in stored form, without defaults. */
export const filtersOf = ({ filters: { contentType, published, ends, name }, sortField }: InUse): ContentFilters => ({
  ...(contentType !== undefined && { contentType }),
  ...(published !== undefined && { published }),
  ...(ends !== undefined && { ends }),
  ...(sortField !== DEFAULT_CONTENT_SORT && { sortField }),
  ...(name !== '' && { name }),
});

const fields = ['contentType', 'published', 'ends', 'sortField', 'name'] as const;
export const isSameView = (one: ContentView['filters'], other: ContentView['filters']): boolean =>
  fields.every((field) => one[field] === other[field]);

/** Describes saved filters with the labels of the list. */
export const useFilterWords = (): ((filters: ContentView['filters']) => string) => {
  const words = useMessages(contentMessages);
  const views = useMessages(viewsMessages);
  const { other } = useMessages(commonMessages);
  const columns = { name: words.name, publicationStart: words.start, publicationEnd: words.end };
  return ({ contentType, published, ends, sortField, name }) => {
    const by = (['name', 'publicationStart', 'publicationEnd'] as const).find((field) => sortField?.replace('-', '') === field);
    const parts = [
      contentType && withOther(words.types, contentType, other),
      published !== undefined && (published ? words.states.published : words.states.notPublished),
      ends && words.states.endsThisWeek,
      name && views.text(name),
      by && views.sorted(columns[by], sortField?.startsWith('-') ?? false),
    ];
    return parts.filter(Boolean).join(' · ') || views.everything;
  };
};
