import type { HistoryRow } from '@endcap/contract/history';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { LinkAnchor } from '../../ui/link-anchor.tsx';
import type { ActivitySearch } from './activity-address.ts';

/** Opens a change: beside the form of its item, or on this very page where there is no form. A sign-in has nothing to open. */
export const ChangeLink = ({ row, search, children }: { row: HistoryRow; search: ActivitySearch; children: ReactNode }) => {
  const { kind, item, _id } = row;
  const at = { history: Number(_id) };
  if (kind === 'session' || item === null) return <span>{children}</span>;
  switch (kind) {
    case 'content':
      return (
        <LinkAnchor to={paths.contentEdit} params={{ contentId: item }} search={at}>
          {children}
        </LinkAnchor>
      );
    case 'store':
      return (
        <LinkAnchor to={paths.storeEdit} params={{ storeId: item }} search={at}>
          {children}
        </LinkAnchor>
      );
    case 'storeGroup':
      return (
        <LinkAnchor to={paths.storeGroupsEdit} params={{ storeGroupId: item }} search={at}>
          {children}
        </LinkAnchor>
      );
    case 'popup':
      return (
        <LinkAnchor to={paths.popupEdit} params={{ popupId: item }} search={at}>
          {children}
        </LinkAnchor>
      );
    case 'knowledge':
      return (
        <LinkAnchor to={paths.knowledgeEdit} params={{ knowledgeId: item }} search={at}>
          {children}
        </LinkAnchor>
      );
    case 'settings':
      return (
        <LinkAnchor to={paths.settings} search={at}>
          {children}
        </LinkAnchor>
      );
    default:
      return (
        <LinkAnchor to={paths.activity} search={{ ...search, change: Number(_id) }} resetScroll={false}>
          {children}
        </LinkAnchor>
      );
  }
};
