import { nameWithCity } from '@endcap/contract/core';
import type { Evidence } from '@endcap/contract/preview';
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { historyMessages } from '../../../frames/history/history.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { evidenceMessages } from './evidence.messages.ts';
import classes from './evidence.module.css';
import { LaterChanges } from './later-changes.tsx';
import { isBroken, Seals } from './seals.tsx';
import { ShownThings } from './shown-things.tsx';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part}>
    <h2>{title}</h2>
    {children}
  </section>
);

const Head = ({ evidence }: { evidence: Evidence }) => {
  const words = useMessages(evidenceMessages);
  const format = useFormat();
  const { store, segments, appVersion } = evidence.viewer;
  return (
    <header className={classes.head}>
      <div>
        <strong>{store ? nameWithCity(store) : words.noStore}</strong>
        <span>{[store?.storeNo && words.storeNo(store.storeNo), store?.deleted && words.deletedStore].filter(Boolean).join(' · ')}</span>
      </div>
      <dl>
        <dt>{words.when}</dt>
        <dd>
          <time dateTime={evidence.at}>{words.warsaw(format.minute(evidence.at))}</time>
        </dd>
        <dt>{words.segments}</dt>
        <dd>{segments.join(', ') || words.noSegments}</dd>
        <dt>{words.version}</dt>
        <dd>{appVersion}</dd>
        <dt>{words.period}</dt>
        <dd>{format.minute(evidence.until)}</dd>
        <dt>{words.made}</dt>
        <dd>{format.minute(evidence.askedAt)}</dd>
      </dl>
    </header>
  );
};

const Verify = ({ command }: { command: string }) => {
  const { verify, steps } = useMessages(evidenceMessages);
  return (
    <Part title={verify}>
      <ol className={classes.steps}>
        <li>
          <span>{steps.run}</span> <code translate="no">{command}</code>
        </li>
        <li>{steps.says}</li>
        <li>{steps.keep}</li>
      </ol>
    </Part>
  );
};

/** The printed page for a complaint (PREV-08). */
export const EvidenceSheet = ({ evidence }: { evidence: Evidence }) => {
  const words = useMessages(evidenceMessages);
  const format = useFormat();
  const { program } = useMessages(historyMessages);
  const count = evidence.changes.length;
  return (
    <article className={classes.sheet}>
      <Head evidence={evidence} />
      {isBroken(evidence) && (
        <Alert color="red" variant="light" role="alert" mt="md">
          {words.broken}
        </Alert>
      )}
      <Part title={words.shown}>
        <ShownThings evidence={evidence} program={program} />
      </Part>
      <Part title={count === 0 ? words.changes : `${words.changes}: ${words.count(count, format.number(count))}`}>
        <LaterChanges evidence={evidence} program={program} />
      </Part>
      <Part title={words.seals}>
        <Seals evidence={evidence} />
      </Part>
      {evidence.verify !== null && <Verify command={evidence.verify} />}
      <p className={classes.paper}>{words.paper}</p>
    </article>
  );
};
