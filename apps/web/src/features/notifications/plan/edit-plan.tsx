import { Skeleton } from '@mantine/core';
import { type ComponentType, useEffect } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { FailedView, StateView } from '../../../ui/state-view.tsx';
import { planMessages } from './plan.messages.ts';
import { type EditedPlan, usePlan } from './use-plan.ts';
import { StartField } from './when-panel.tsx';

type EditPlanProps = { notificationId: string; Form: ComponentType<{ plan: EditedPlan }> };

/** The form of a plan, or the reason why it can no longer be changed (PLAN-02). */
export const EditPlan = ({ notificationId, Form }: EditPlanProps) => {
  const words = useMessages(planMessages);
  const { plan, error, retry } = usePlan(notificationId);
  // Preload the start field, since every plan has a start.
  useEffect(() => void StartField.preload(), []);
  if (!plan) return error ? <FailedView error={error} onRetry={retry} /> : <Skeleton h={320} />;
  if (plan.notification.sending.state === 'planned') return <Form plan={plan} />;
  return (
    <StateView title={words.notAPlan}>
      <LinkButton to={paths.notificationDetails} params={{ notificationId }} variant="default" mt="xs">
        {words.seeDetails}
      </LinkButton>
    </StateView>
  );
};
