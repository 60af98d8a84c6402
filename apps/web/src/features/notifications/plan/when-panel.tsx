import { Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import type { FieldProblemCode } from '@endcap/contract/core';
import type { CanSend } from '@endcap/contract/notifications';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useMessages } from '../../../lib/language.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import classes from './plan.module.css';
import { planningMessages } from './planning.messages.ts';

/** Loaded when another time is chosen. */
export const StartField = lazyPart(
  () => import('./start-field.tsx'),
  (module) => module.StartField,
);

/** Loaded in quiet hours. */
const QuietNotice = lazyPart(
  () => import('./quiet-notice.tsx'),
  (module) => module.QuietNotice,
);

type When = { isPlanned: boolean; startsAt: string };
type WhenPanelProps = {
  form: When;
  change: (part: Partial<When>) => void;
  problem: FieldProblemCode | undefined;
  /** True for a plan, which has no option to start now. */
  isPlan: boolean;
  /** Returns the start that is suggested first. */
  suggestedStart: () => string;
  quietHours: CanSend['quietHours'] | undefined;
  /** The first minute after the quiet hours that it would start in (CARE-03). */
  quietUntil: string | null;
};

/** Choice between now and a typed time. The typed time stays when "now" is chosen (PLAN-01). */
export const WhenPanel = ({ form, change, problem, isPlan, suggestedStart, quietHours, quietUntil }: WhenPanelProps) => {
  const words = useMessages(planningMessages);
  const panel = useRef<HTMLDivElement>(null);
  const choose = (chosen: string): void =>
    change({ isPlanned: chosen === 'later', ...(chosen === 'later' && form.startsAt === '' && { startsAt: suggestedStart() }) });
  const plan = async (startsAt: string): Promise<void> => {
    await StartField.preload();
    // The pressed button disappears, so the focus moves to the field that it changed.
    flushSync(() => change({ isPlanned: true, startsAt }));
    panel.current?.querySelector<HTMLInputElement>('input:not([type="radio"])')?.focus();
  };
  return (
    <Panel title={words.when} flat>
      <div ref={panel} className={classes.when}>
        {!isPlan && (
          <Radio.Group
            label={words.when}
            labelProps={{ className: 'sr-only' }}
            name="when"
            value={form.isPlanned ? 'later' : 'now'}
            onChange={choose}
          >
            <div className={classes.radios}>
              <Radio value="now" label={words.now} />
              <Radio
                value="later"
                label={words.later}
                onFocus={() => void StartField.preload()}
                onPointerEnter={() => void StartField.preload()}
              />
            </div>
          </Radio.Group>
        )}
        {form.isPlanned && <StartField value={form.startsAt} onChange={(startsAt) => change({ startsAt })} problem={problem} />}
        {quietUntil !== null && (
          <QuietNotice hours={quietHours} until={quietUntil} isPlanned={form.isPlanned} onPlan={(startsAt) => void plan(startsAt)} />
        )}
      </div>
    </Panel>
  );
};
