import { Anchor, CloseButton, Title } from '@mantine/core';
import { useMessages } from '../../../../lib/language.tsx';
import { IconCheck } from '../../../../ui/icons/screen-icons.ts';
import { LinkAnchor } from '../../../../ui/link-anchor.tsx';
import { firstStepsMessages } from './first-steps.messages.ts';
import classes from './first-steps.module.css';
import { type Step, useSteps } from './use-steps.ts';

const StepLink = ({ step: { label, to, href } }: { step: Step }) =>
  href ? (
    <Anchor href={href} target="_blank" rel="noopener" inherit>
      {label}
    </Anchor>
  ) : (
    <LinkAnchor to={to} inherit>
      {label}
    </LinkAnchor>
  );

/** Until the first send to customers: what is missing, each a way to it, ticked by what is there. */
export const FirstSteps = ({ onDismiss }: { onDismiss: () => void }) => {
  const words = useMessages(firstStepsMessages);
  const steps = useSteps();
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <div className={classes.head}>
        <Title order={2} id="first-steps">
          {words.title}
        </Title>
        <span>{words.progress(steps.filter(({ done }) => done).length, steps.length)}</span>
        <CloseButton aria-label={words.dismiss} onClick={onDismiss} />
      </div>
      <p>{words.text}</p>
      <ol>
        {steps.map((step, at) => (
          <li key={step.label} data-done={step.done === true || undefined}>
            <span className={classes.mark} aria-hidden>
              {step.done ? <IconCheck size={14} stroke={3} /> : at + 1}
            </span>
            <div>
              {step.done && <span className="sr-only">{words.done} </span>}
              <StepLink step={step} />
              <small>{step.done === null ? words.unknown : (step.count ?? step.text)}</small>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
};
