import type { EditedPlan } from '../plan/use-plan.ts';
import { type SendForm, startOf } from './send-form.ts';
import { useBlocked } from './use-blocked.ts';
import type { useEstimate } from './use-estimate.ts';
import { useRefusedQuiet } from './use-refused-quiet.ts';
import type { useTypedForm } from './use-typed-form.ts';

type MaySendOptions = {
  plan: EditedPlan | null;
  storeId: string | null;
  aimed: boolean;
  form: SendForm;
  shown: Pick<ReturnType<typeof useTypedForm>['shown'], 'problems' | 'count'>;
  isUploading: boolean;
  estimate: ReturnType<typeof useEstimate>;
};

/** Whether what is typed may go, on the day when it would start: as a send, as a test, as a safety message; and what stands in its way. */
export const useMaySend = ({ plan, storeId, aimed, form, shown, isUploading, estimate }: MaySendOptions) => {
  const hasProblems = shown.count > 0;
  const day = { startsAt: startOf(form), notificationId: plan?.notification._id ?? null };
  const { blocked, quiet, maySafety, askAgain, recheck } = useBlocked({
    storeId,
    aimed,
    hasProblems,
    isUploading,
    estimate,
    day,
    start: shown.problems['startsAt'] ? undefined : day.startsAt,
    isSafety: form.safety,
  });
  const refused = useRefusedQuiet(day.startsAt);
  return {
    /** The day of its start; what is no time to plan for names none. */
    day: shown.problems['startsAt'] ? undefined : day,
    blocked,
    /** The quiet hours, and the first minute after them where it would start in them (CARE-03). */
    quiet: { ...quiet, until: quiet.until ?? (form.safety ? null : refused.until) },
    refuseQuiet: refused.refuse,
    askAgain,
    recheck,
    canTest: !hasProblems && !isUploading && blocked?.by !== 'noStore',
    /** CARE-05: whether this may be a safety message; what is one already can be made another. */
    maySafety: plan === null && (maySafety || form.safety),
  };
};
