import type { LinkCheck } from '@endcap/contract/links';
import { Alert, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFailureWords } from '../../frames/use-failure-words.ts';
import { callTagged } from '../../lib/api.ts';
import { useMessages } from '../../lib/language.tsx';
import { content, type Done, UndoBar } from '../content/index.ts';
import { linkMessages } from './link.messages.ts';
import { isBeyond, isWrong, shortens, useLinkWords, useWidenHint, widens } from './link-words.ts';
import classes from './link-notices.module.css';

type Mends = LinkCheck['mends'];
export type LinkMends = {
  /** Each action is omitted if the form cannot change it. */
  onNarrow?: ((audience: NonNullable<Mends['narrow']>) => void) | undefined;
  onShorten?: ((life: NonNullable<Mends['shorten']>, check: LinkCheck) => void) | undefined;
};
type NoticesProps = LinkMends & { checks: readonly LinkCheck[]; is: 'sent' | 'shown' };

/** Widens the audience or the publication of a linked item, with undo (EDIT-03). */
const useWidening = (onDone: (done: Done) => void) => {
  const words = useMessages(linkMessages);
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ contentId, name, mends: { widen } }: LinkCheck) => {
      if (!widen) return;
      const { tag } = await callTagged(
        'PATCH /api/v1/content-editor/:contentId',
        { params: { contentId }, body: widen.patch },
        { ifMatch: widen.tag },
      );
      onDone({
        text: words.widened[widens(widen)](name ?? ''),
        items: [{ _id: contentId, revision: Number((tag ?? '').replaceAll('"', '')) }],
      });
    },
    // Also after a rejection, since the item has changed.
    onSettled: () => content.changed(client),
  });
};

const Notice = ({
  check,
  is,
  onNarrow,
  onShorten,
  onDone,
}: Omit<NoticesProps, 'checks'> & { check: LinkCheck; onDone: (done: Done) => void }) => {
  const words = useMessages(linkMessages);
  const wordsOf = useLinkWords(is);
  const hintOf = useWidenHint();
  const failureOf = useFailureWords();
  const widening = useWidening(onDone);
  const { narrow, widen, shorten } = check.mends;
  const sentences = wordsOf(check);
  return (
    <Alert color={isBeyond(check) || check.gone ? 'red' : 'yellow'} variant="light" role="status" data-testid="link-check">
      <strong className={classes.name}>{`${check.name || check.url}: `}</strong>
      {sentences.length === 1 ? (
        <span>{sentences[0]}</span>
      ) : (
        <ul className={classes.sentences}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {((narrow && onNarrow) || widen || (shorten && onShorten)) && (
        <div className={classes.mends}>
          {narrow && onNarrow && (
            <Button size="compact-sm" variant="default" onClick={() => onNarrow(narrow)}>
              {words.narrow}
            </Button>
          )}
          {widen && (
            <Button size="compact-sm" variant="default" loading={widening.isPending} onClick={() => widening.mutate(check)}>
              {words.widen[widens(widen)]}
            </Button>
          )}
          {shorten && onShorten && (
            <Button size="compact-sm" variant="default" onClick={() => onShorten(shorten, check)}>
              {words.shorten[shortens(check)]}
            </Button>
          )}
        </div>
      )}
      {widen && <small className={classes.hint}>{widening.isError ? failureOf(widening.error, words.failed) : hintOf(widen)}</small>}
    </Alert>
  );
};

/** Links of a form that some customers cannot open, each with fixes. Empty if there are none (LINK-01, LINK-02). */
export const LinkNotices = ({ checks, ...rest }: NoticesProps) => {
  const [done, setDone] = useState<Done | null>(null);
  return (
    <>
      {checks.filter(isWrong).map((check) => (
        <Notice key={check.url} check={check} {...rest} onDone={setDone} />
      ))}
      {done && <UndoBar done={done} onClose={() => setDone(null)} />}
    </>
  );
};
