import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { useFormat, useMessages } from '../lib/language.tsx';
import { uploadMessages } from './upload.messages.ts';

/** Name, pages and size of an uploaded file, as far as they are known: `leaflet49.pdf`, `3 pages`, `17 kB`. */
export const useFileFacts = (reference: string): { name: string | null; facts: string[] } => {
  const words = useMessages(uploadMessages);
  const format = useFormat();
  const name = reference.slice(reference.indexOf(':') + 1);
  const { data } = useQuery({
    queryKey: ['files', name],
    queryFn: ({ signal }) => call('GET /api/v1/file-upload/:name', { params: { name } }, { signal }),
    // A file never changes. Its facts may be unavailable.
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
  if (!data) return { name: null, facts: [] };
  const pages = data.pages === null ? [] : [words.pages(data.pages, format.number(data.pages))];
  return { name: data.name, facts: [...pages, format.size(data.size)] };
};
