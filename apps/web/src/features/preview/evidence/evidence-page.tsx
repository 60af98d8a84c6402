import { readInstant } from '@endcap/contract/warsaw-time';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { AppliedDate } from '../../../frames/applied-date.tsx';
import { ListHead } from '../../../frames/list-page.tsx';
import { useCodeWord } from '../../../frames/use-failure-words.ts';
import { ApiProblem } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { download } from '../../../lib/download.ts';
import { useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { IconDownload } from '../../../ui/icons/late-icons.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { FailedView, StateView } from '../../../ui/state-view.tsx';
import { type EvidenceSearch, previewQueryOf, readEvidenceSearch } from '../preview-address.ts';
import { evidence } from './evidence.queries.ts';
import { evidenceJson, evidenceName } from './evidence-file.ts';
import { evidenceMessages } from './evidence.messages.ts';
import classes from './evidence.module.css';
import { EvidenceSheet } from './evidence-sheet.tsx';

const ToPreview = ({ search }: { search: EvidenceSearch }) => {
  const words = useMessages(evidenceMessages);
  const { until: _, ...viewer } = search;
  return (
    <LinkButton to={paths.preview} search={viewer} variant="default">
      {words.toPreview}
    </LinkButton>
  );
};

/** Validation errors of the query, in words. The link to the preview leads to the fields of the customer and the instant. */
const Refused = ({ problem, search }: { problem: ApiProblem; search: EvidenceSearch }) => {
  const words = useMessages(evidenceMessages);
  const codeWord = useCodeWord();
  const problems = Object.values(problem.fields).flatMap((codes) => codeWord(codes[0]) ?? []);
  return (
    <div role="alert">
      <StateView title={words.refused} text={[...new Set(problems)].join('. ')}>
        <ToPreview search={search} />
      </StateView>
    </div>
  );
};

const EvidenceOf = ({ search, at }: { search: EvidenceSearch; at: string }) => {
  const words = useMessages(evidenceMessages);
  const common = useMessages(commonMessages);
  const navigate = useNavigate({ from: paths.evidence });
  const codeWord = useCodeWord();
  const until = search.until === undefined ? null : readInstant(search.until);
  const { data, error, refetch } = useQuery(evidence.of({ ...previewQueryOf(search), at, until }));
  const fields = error instanceof ApiProblem ? error.fields : {};
  const go = (next: string | undefined): void => void navigate({ search: { ...search, until: next }, replace: true, resetScroll: false });
  return (
    <>
      <div className={classes.controls}>
        <AppliedDate
          label={words.until}
          kind="minute"
          use="past"
          applied={search.until ?? ''}
          error={codeWord(fields['until']?.[0])}
          onApply={(text) => go(text || undefined)}
          optional
        />
        <Button variant={until === null ? 'light' : 'default'} aria-pressed={until === null} onClick={() => go(undefined)}>
          {words.untilNow}
        </Button>
        <ToPreview search={search} />
        <Button
          variant="default"
          disabled={!data}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => data && download(evidenceJson(data), evidenceName(data))}
        >
          {words.download}
        </Button>
        <Button disabled={!data} onClick={() => window.print()}>
          {words.print}
        </Button>
      </div>
      {data ? (
        <EvidenceSheet evidence={data} />
      ) : error instanceof ApiProblem && Object.keys(fields).length > 0 ? (
        <Refused problem={error} search={search} />
      ) : error ? (
        <FailedView error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={720} maw={1100} aria-label={common.loading} />
      )}
    </>
  );
};

/** Evidence for a customer and an instant in the address: the items shown, later changes and seals (PREV-08). */
export const EvidencePage = () => {
  const words = useMessages(evidenceMessages);
  const search = readEvidenceSearch(useSearch({ from: '/signed-in/admin-screens/evidence' }));
  const at = search.at === undefined ? null : readInstant(search.at);
  return (
    <>
      <ListHead title={words.title} />
      {at === null ? (
        <StateView title={words.choose} text={words.chooseText}>
          <ToPreview search={search} />
        </StateView>
      ) : (
        <EvidenceOf search={search} at={at} />
      )}
    </>
  );
};
