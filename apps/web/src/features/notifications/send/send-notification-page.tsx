import { reachesEveryone } from '@endcap/contract/audience';
import { cleanText, nameWithCity } from '@endcap/contract/core';
import { pushImageUrl } from '@endcap/contract/files';
import { Alert, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { memo, useRef } from 'react';
import { useFields, usePart } from '../../../form/form-store.ts';
import { BackLink } from '../../../frames/back-link.tsx';
import { EditorLayout } from '../../../frames/editor-layout.tsx';
import { UnsavedGuard } from '../../../frames/unsaved-guard.tsx';
import { useMessages } from '../../../lib/language.tsx';
import { lazyAside, lazyPart } from '../../../lib/lazy-part.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePerson } from '../../../lib/session.ts';
import { IconBuildingStore } from '../../../ui/icons/frame-icons.ts';
import { IconUsers, IconWorld } from '../../../ui/icons/screen-icons.ts';
import { PageTitle } from '../../../ui/page-title.tsx';
import { stores } from '../../stores/index.ts';
import { notificationMessages } from '../notification.messages.ts';
import { planningMessages } from '../plan/planning.messages.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import { EarlierVisit } from './earlier-visit.tsx';
import { SendBar } from './send-bar.tsx';
import { SendFields } from './send-fields.tsx';
import { audienceFields, startOf } from './send-form.ts';
import { type SendFormState, useSendForm } from './use-send-form.ts';
import { usePresses } from './use-send.ts';

/** As wide as form, review and phone together, px. */
const WIDTH_OF_COLUMNS = 1368;

type ScopeBannerProps = { storeId: string | null; everyone: boolean };

/** Shows an administrator who receives the send (NOTIF-FORM-21..23). "Everyone" has a colour of its own (ux 3). */
const ScopeBanner = memo(({ storeId, everyone }: ScopeBannerProps) => {
  const words = useMessages(notificationMessages).send;
  const { data = [] } = useQuery(stores.all());
  const store = data.find((one) => one._id === storeId);
  const [color, Icon, text] =
    storeId !== null
      ? (['blue', IconBuildingStore, words.toStore(store ? nameWithCity(store) : '…')] as const)
      : everyone
        ? (['orange', IconWorld, words.toEveryone] as const)
        : (['blue', IconUsers, words.toChosen] as const);
  return (
    <Alert
      mb="md"
      maw={WIDTH_OF_COLUMNS}
      variant="light"
      color={color}
      icon={<Icon aria-hidden />}
      role="status"
      data-testid="scope-banner"
    >
      {text}
    </Alert>
  );
});

const ConfirmSend = lazyPart(
  () => import('./confirm-send.tsx'),
  (module) => module.ConfirmSend,
);

const EditPlan = lazyPart(
  () => import('../plan/edit-plan.tsx'),
  (module) => module.EditPlan,
);

// Both are shown beside the form, which does not wait for them.
const Review = lazyAside(
  () => import('../review/review.tsx'),
  (module) => module.Review,
);
const PushPhone = lazyAside(
  () => import('../push-phone.tsx'),
  (module) => module.PushPhone,
);

const Heading = ({ isPlan }: { isPlan: boolean }) => {
  const { list, send: words } = useMessages(notificationMessages);
  const { editTitle } = useMessages(planningMessages);
  const title = isPlan ? editTitle : words.title;
  return (
    <>
      <PageTitle of={title} />
      <BackLink path={paths.notifications} label={list} />
      <Title order={1} mb="md">
        {title}
      </Title>
    </>
  );
};

/** Live preview of the message on a phone at the time of the send. */
const Preview = ({ form, storeId }: Pick<SendFormState, 'form' | 'storeId'>) => {
  const { title, content, image, ...when } = useFields(form, ['title', 'content', 'image', 'isPlanned', 'startsAt']);
  return (
    <PushPhone
      title={cleanText(title).trim()}
      text={cleanText(content)}
      imageUrl={image ? pushImageUrl(image) : null}
      storeId={storeId}
      at={startOf(when) ?? undefined}
    />
  );
};

/** The recipients, above the form. "Everyone" looks different. */
const Scope = ({ state: { form, storeId, aimed } }: { state: SendFormState }) => {
  const isEveryone = usePart(form, audienceFields, reachesEveryone);
  return <ScopeBanner storeId={storeId} everyone={aimed && isEveryone} />;
};

/** The send form (NOTIF-FORM-*, NOTIF-VAL-*), with the review and the phone preview beside it. */
const SendPage = ({ plan = null }: { plan?: EditedPlan | null }) => {
  const { isAdmin } = usePerson();
  const state = useSendForm(plan);
  const { form, storeId, estimate } = state;
  const formElement = useRef<HTMLFormElement>(null);
  const presses = usePresses(state, formElement);
  return (
    <>
      <Heading isPlan={plan !== null} />
      <EarlierVisit state={state} formRef={formElement} />
      {isAdmin && <Scope state={state} />}
      <EditorLayout
        formRef={formElement}
        isNew={plan === null}
        onSubmit={() => {}}
        preview={<Preview form={form} storeId={storeId} />}
        review={<Review state={state} />}
        bar={
          <SendBar
            state={state}
            sending={presses.sending}
            failure={presses.failure}
            onSend={presses.send}
            onTest={presses.test}
            onProblems={presses.toFirstProblem}
          />
        }
      >
        <SendFields state={state} />
      </EditorLayout>
      {presses.asking && estimate.data && (
        <ConfirmSend state={state} estimate={estimate.data} onClose={presses.decline} onConfirm={presses.confirm} />
      )}
      <UnsavedGuard isDirty={presses.isDirty} onLeave={presses.dropDraft} />
    </>
  );
};

/** Form of a new notification, or of the plan that `plan` in the address names. */
export const SendNotificationPage = () => {
  const { plan } = useSearch({ from: '/signed-in/staff-screens/notification/new' });
  return plan === undefined ? <SendPage /> : <EditPlan key={plan} notificationId={plan} Form={SendPage} />;
};
