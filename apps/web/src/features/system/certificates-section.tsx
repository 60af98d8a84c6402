import type { CertificateLine, SystemHealth } from '@endcap/contract/system';
import type { Column } from '../../frames/list-page.tsx';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { withOther } from '../../lib/with-other.ts';
import { Mark, Rows, Section } from './section.tsx';
import { systemMessages } from './system.messages.ts';
import classes from './system.module.css';

/** As the doctor does, it warns two weeks before the end. */
export const FEW_DAYS = 14;

type CertificateRow = CertificateLine & { _id: string };

const Validity = ({ line: { daysLeft, expiresAt, problem } }: { line: CertificateLine }) => {
  const words = useMessages(systemMessages);
  const format = useFormat();
  if (daysLeft === null || expiresAt === null) return <span>{words.noAnswer}</span>;
  return (
    <span>
      {problem === 'CERT_HAS_EXPIRED' ? null : (
        <Mark state={daysLeft < FEW_DAYS ? 'wrong' : 'ok'}>{words.days(daysLeft, format.number(daysLeft))}</Mark>
      )}
      <small>{words.until(format.moment(expiresAt))}</small>
      {problem !== null && <Mark state="wrong">{words.refused(withOther(words.problems, problem, problem))}</Mark>}
    </span>
  );
};

/** Expiry of the TLS certificates of Endcap's own addresses and of the services that it calls. */
export const CertificatesSection = ({ certificates }: { certificates: SystemHealth['certificates'] }) => {
  const words = useMessages(systemMessages);
  const format = useFormat();
  const columns: Column<CertificateRow>[] = [
    {
      header: words.certificateOf,
      kind: 'main',
      render: (line) => <strong>{withOther<string, string>(words.of, line.of, line.of)}</strong>,
    },
    { header: words.address, render: ({ address }) => <span className={classes.text}>{address}</span> },
    { header: words.valid, render: (line) => <Validity line={line} /> },
  ];
  if (certificates === null) return <Section id="system-certificates" title={words.certificates} about={words.certificatesReading} />;
  const isEmpty = certificates.of.length === 0;
  return (
    <Section
      id="system-certificates"
      title={words.certificates}
      about={isEmpty ? words.noCertificates : words.certificateReadAt(format.moment(certificates.readAt))}
    >
      {!isEmpty && <Rows items={certificates.of.map((line) => ({ ...line, _id: line.of }))} columns={columns} />}
    </Section>
  );
};
