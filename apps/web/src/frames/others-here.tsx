import type { EditedKind } from '@endcap/contract/history';
import { BEAT_MS } from '@endcap/contract/presence';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../lib/api.ts';
import { catalogue, plural, useMessages } from '../lib/language.tsx';
import { addressOf } from '../lib/address-of.ts';
import { callHeaders } from '../lib/call-headers.ts';
import { session } from '../lib/session.ts';
import classes from './editor-layout.module.css';

const namesAnd = (names: readonly string[], and: string): string => names.join(` ${and} `);

/** Texts about other people in the same editor (EDIT-06). */
const presenceMessages = catalogue(
  {
    /** One or two people by name. */
    editing: (names: readonly string[]) => `${namesAnd(names, 'i')} też to ${names.length === 1 ? 'edytuje' : 'edytują'}`,
    editingMany: (name: string, more: number) =>
      `${name} i ${more} ${plural('pl', more, { one: 'inna osoba', few: 'inne osoby', other: 'innych osób' })} też to edytują`,
    elsewhere: 'Masz to otwarte w innej karcie',
  },
  {
    editing: (names) => `${namesAnd(names, 'and')} ${names.length === 1 ? 'is' : 'are'} editing this as well`,
    editingMany: (name, more) => `${name} and ${more} others are editing this as well`,
    elsewhere: 'You have this open in another tab',
  },
);

const newTab = (): string => crypto.randomUUID().replaceAll('-', '');

/** Ends this tab's presence. `keepalive` lets the request outlive the page. If it fails, the presence expires later. */
const endPresence = (tab: string): void => {
  if (!session.get()) return;
  void fetch(addressOf('DELETE /api/v1/presence/:tab', { params: { tab } }), {
    method: 'DELETE',
    headers: callHeaders(),
    keepalive: true,
  }).catch(() => {});
};

/** Reports every BEAT_MS that this visible tab has the item open, and returns who else has it open. */
const useOthers = (kind: EditedKind, id: string) => {
  const [tab] = useState(newTab);
  useEffect(() => {
    const leaving = (): void => endPresence(tab);
    addEventListener('pagehide', leaving);
    return () => {
      removeEventListener('pagehide', leaving);
      leaving();
    };
  }, [tab]);
  const { data, isError } = useQuery({
    queryKey: ['presence', tab, kind, id],
    queryFn: ({ signal }) => call('POST /api/v1/presence', { body: { kind, id, tab } }, { signal }),
    refetchInterval: BEAT_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return isError ? undefined : data;
};

/** Shows who else has the same item open, without locking it (EDIT-06). */
export const OthersHere = ({ kind, id }: { kind: EditedKind; id: string }) => {
  const words = useMessages(presenceMessages);
  const { others = [], elsewhere = false } = useOthers(kind, id) ?? {};
  const [first = ''] = others;
  const who = others.length > 2 ? words.editingMany(first, others.length - 1) : words.editing(others);
  const text = others.length > 0 ? who : elsewhere && words.elsewhere;
  return (
    <div role="status" className={classes.here}>
      {text && (
        <span className={classes.who} title={others.length > 2 ? others.join(', ') : text}>
          {text}
        </span>
      )}
    </div>
  );
};
