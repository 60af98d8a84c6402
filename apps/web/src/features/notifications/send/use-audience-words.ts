import { type AudienceRule, reachesEveryone } from '@endcap/contract/audience';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { storeGroups } from '../../store-groups/index.ts';
import { stores } from '../../stores/index.ts';
import { audienceInWords } from './audience-words.ts';
import { sendMessages } from './send.messages.ts';

/** Describes a rule in the person's language with current names. For administrators, who alone may list stores and groups. */
export const useAudienceWords = (rule: AudienceRule, enabled: boolean): string => {
  const words = useMessages(sendMessages).audience;
  const { data: allStores } = useQuery({ ...stores.all(), enabled });
  const { data: allGroups } = useQuery({ ...storeGroups.all(), enabled });
  const names = useMemo(
    () => ({
      stores: new Map(allStores?.map(({ _id, name }) => [_id, name])),
      groups: new Map(allGroups?.map(({ _id, name }) => [_id, name])),
    }),
    [allStores, allGroups],
  );
  return reachesEveryone(rule) ? words.everyone : audienceInWords(rule, names, words);
};
