import type { SentAttempt } from '@endcap/contract/notifications';
import { Alert } from '@mantine/core';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { DraftBanner } from '../../../frames/draft-banner.tsx';
import { answerAbove } from '../../../frames/editor-layout.tsx';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { paths } from '../../../lib/paths.ts';
import { LinkAnchor } from '../../../ui/link-anchor.tsx';
import { askMessages } from '../approval/ask.messages.ts';
import { planningMessages } from '../plan/planning.messages.ts';
import { sendMessages } from './send.messages.ts';
import { says } from './attempt.ts';
import type { SendFormState } from './use-send-form.ts';

/** Seldom anything to say: of a notification that the form starts from. */
const StartNotice = lazyPart(
  () => import('./start-notice.tsx'),
  (module) => module.StartNotice,
);

/** What an earlier visit left: a text that was not sent, or one that was, though its answer never came (D-40). */
export const EarlierVisit = ({ state, formRef }: { state: SendFormState; formRef: RefObject<HTMLFormElement | null> }) => {
  const words = useMessages(sendMessages);
  const { plannedBefore } = useMessages(planningMessages);
  const { askedBefore } = useMessages(askMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const { before, draft } = state;
  const dropSent = useEffectEvent((): void => {
    if (before.state === 'sent' && !before.sent.isTest) draft.dropWhere(says(before.payload, before.storeId), before.storeId);
  });
  const isSent = before.state === 'sent';
  useEffect(() => {
    if (isSent) dropSent();
  }, [isSent]);

  const [openedAt] = useState(Date.now);
  const wordsOfSent = ({ isTest, createdAt, unapproved }: SentAttempt) =>
    unapproved ? askedBefore : isTest ? words.testSentBefore : Date.parse(createdAt) > openedAt ? plannedBefore : words.sentBefore;
  const at = (time: number): string => format.minute(new Date(time).toISOString());
  return (
    <>
      {(state.start.hasFailed || state.start.without) && <StartNotice start={state.start} />}
      {before.state === 'asking' && <p role="status">{words.asking}</p>}
      {before.state === 'sent' && (
        <Alert
          color="green"
          variant="light"
          role="status"
          mb="md"
          withCloseButton
          closeButtonLabel={common.close}
          onClose={() => answerAbove(formRef.current, before.forget)}
          data-testid="sent-before"
        >
          {wordsOfSent(before.sent)(before.sent.title, format.minute(before.sent.createdAt))}{' '}
          <LinkAnchor to={paths.notificationDetails} params={{ notificationId: before.sent._id }} onClick={before.forget}>
            {words.seeDetails}
          </LinkAnchor>
        </Alert>
      )}
      {draft.found && before.state !== 'asking' && (
        <DraftBanner
          text={
            before.state === 'unknown' && (draft.found.savedAt >= before.at || says(before.payload, before.storeId)(draft.found.form))
              ? words.draftUnsure(at(before.at))
              : words.draftFound(at(draft.found.savedAt))
          }
          formRef={formRef}
          onRestore={state.restore}
          onDiscard={draft.discard}
        />
      )}
    </>
  );
};
