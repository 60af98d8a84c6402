import { Anchor, CloseButton, Title } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useMessages } from '../../../../lib/language.tsx';
import { storedValue } from '../../../../lib/stored.ts';
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

/** Stored per browser. */
const dismissed = storedValue<true>('endcap.firstSteps', (value) => (value ? true : null));

/** Setup guide until the first send to customers: the steps as links, done ones ticked. */
const Card = () => {
  const words = useMessages(firstStepsMessages);
  const steps = useSteps();
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <div className={classes.head}>
        <Title order={2} id="first-steps">
          {words.title}
        </Title>
        <span>{words.progress(steps.filter(({ done }) => done).length, steps.length)}</span>
        <CloseButton aria-label={words.dismiss} onClick={() => dismissed.set(true)} />
      </div>
      <p>{words.text}</p>
      <ol>
        {steps.map((step, at) => (
          <li key={step.label} data-done={step.done === true || undefined}>
            <span className={classes.mark} aria-hidden>
              {step.done ? <IconCheck size={14} stroke={3} /> : at + 1}
            </span>
            <div>
              {step.done && <span className="sr-only">{`${words.done} `}</span>}
              <StepLink step={step} />
              <small>{step.done === null ? words.unknown : (step.count ?? step.text)}</small>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
};

export const FirstSteps = () => (useSyncExternalStore(dismissed.subscribe, dismissed.get) ? null : <Card />);
