import { DEFAULT_INCLUDE_STORE_TYPE, emptyAudienceRule } from '@endcap/contract/audience';
import { noBrand } from '@endcap/contract/session';
import { useQuery } from '@tanstack/react-query';
import { config } from '../../../../config.ts';
import { call } from '../../../../lib/api.ts';
import { useBrand } from '../../../../lib/brand.ts';
import { useFormat, useMessages } from '../../../../lib/language.tsx';
import { paths, type PlainPath } from '../../../../lib/paths.ts';
import { stores } from '../../../stores/index.ts';
import { notifications } from '../../notification.queries.ts';
import { firstStepsMessages } from './first-steps.messages.ts';

/** A step of the setup guide. `done` is undefined while loading and null when it could not be loaded; `count` is the present number. */
export type Step = {
  label: string;
  text: string;
  to: PlainPath;
  href?: string;
  done: boolean | undefined | null;
  count?: string | undefined;
};

const everyone = { ...emptyAudienceRule, includeStoreType: DEFAULT_INCLUDE_STORE_TYPE } as const;

type Counted = { data: number | undefined; isError: boolean };
const reached = ({ data, isError }: Counted): Step['done'] => (data === undefined ? (isError ? null : undefined) : data > 0);

/** Returns the steps to the first send with their current state. */
export const useSteps = (): Step[] => {
  const words = useMessages(firstStepsMessages);
  const format = useFormat();
  const brand = useBrand();
  const storeCount = useQuery({ ...stores.all(), select: (all) => all.length });
  const audience = useQuery(notifications.audience(null, everyone));
  const phones = { data: audience.data?.devices, isError: audience.isError };
  const items = useQuery({
    queryKey: ['content', 'any'],
    queryFn: ({ signal }) => call('GET /api/v1/content-editor/list', { query: { page: 1, pageSize: 1 } }, { signal }),
    select: ({ total }) => total,
  });
  const shown = ({ data }: Counted, word: (n: number, shown: string) => string): string | undefined =>
    data ? word(data, format.number(data)) : undefined;
  return [
    {
      label: words.stores,
      text: words.storesText,
      to: paths.stores,
      done: reached(storeCount),
      count: shown(storeCount, words.storesCount),
    },
    { label: words.brand, text: words.brandText, to: paths.settings, done: brand.name !== noBrand.name && brand.logo !== null },
    { label: words.content, text: words.contentText, to: paths.contentNew, done: reached(items), count: shown(items, words.contentCount) },
    {
      label: words.phones,
      text: words.phonesText,
      to: paths.notificationSubs,
      ...(config.sandboxPhoneUrl && { href: config.sandboxPhoneUrl }),
      done: reached(phones),
      count: shown(phones, words.phonesCount),
    },
    { label: words.send, text: words.sendText, to: paths.notificationNew, done: false },
  ];
};
