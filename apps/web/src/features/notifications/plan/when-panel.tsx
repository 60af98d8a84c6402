import { Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import type { FieldProblemCode } from '@endcap/contract/core';
import { useMessages } from '../../../lib/language.tsx';
import { Panel } from '../../../ui/panel.tsx';
import classes from './plan.module.css';
import { planMessages } from './plan.messages.ts';
import { StartField } from './start-field.tsx';

type When = { isPlanned: boolean; startsAt: string };
type WhenPanelProps = {
  form: When;
  change: (part: Partial<When>) => void;
  problem: FieldProblemCode | undefined;
  /** A plan starts later or not at all. */
  isPlan: boolean;
  /** What is offered first. */
  usual: () => string;
};

/** Now, or at a time that is typed (PLAN-01); what was typed stays while one changes one's mind. */
export const WhenPanel = ({ form, change, problem, isPlan, usual }: WhenPanelProps) => {
  const words = useMessages(planMessages);
  const choose = (chosen: string): void =>
    change({ isPlanned: chosen === 'later', ...(chosen === 'later' && form.startsAt === '' && { startsAt: usual() }) });
  return (
    <Panel title={words.when} flat>
      <div className={classes.when}>
        {!isPlan && (
          <Radio.Group
            label={<span className="sr-only">{words.when}</span>}
            name="when"
            value={form.isPlanned ? 'later' : 'now'}
            onChange={choose}
          >
            <div className={classes.radios}>
              <Radio value="now" label={words.now} />
              <Radio value="later" label={words.later} />
            </div>
          </Radio.Group>
        )}
        {form.isPlanned && <StartField value={form.startsAt} onChange={(startsAt) => change({ startsAt })} problem={problem} />}
      </div>
    </Panel>
  );
};
