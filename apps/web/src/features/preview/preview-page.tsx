import { SEARCH_MAX_LENGTH } from '@endcap/contract/core';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { ListHead } from '../../frames/list-page.tsx';
import { ApiProblem } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { type LaidForm, laidForm } from '../../lib/laid-form.ts';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { FailedView, StateView } from '../../ui/state-view.tsx';
import { AppPhone } from './app-phone.tsx';
import { ChangesBar } from './changes-bar.tsx';
import { Differences } from './differences.tsx';
import { FormNotice } from './form-notice.tsx';
import { NotSeen } from './not-seen.tsx';
import {
  previewQueryOf,
  type PreviewSearch,
  readSearch,
  searchWith,
  type ViewerSearch,
  viewersOf,
  withoutSecond,
  withSecond,
} from './preview-address.ts';
import { previewMessages } from './preview.messages.ts';
import { type ItemsOf, preview } from './preview.queries.ts';
import classes from './preview.module.css';
import { useComparison } from './use-comparison.ts';
import { ViewerChoice } from './viewer-choice.tsx';

const useShown = (viewer: ViewerSearch, { text, form, enabled }: { text: string; form: LaidForm | null; enabled: boolean }) => {
  const viewerQuery = previewQueryOf(viewer);
  const query = useQuery({ ...preview.show({ ...viewerQuery, text }, form), enabled });
  const fields = query.error instanceof ApiProblem ? query.error.fields : {};
  const itemsOf: ItemsOf = (ids) => preview.items({ ...viewerQuery, ids }, form, query.data?.at);
  return { ...query, fields, isBusy: query.isPending || query.isPlaceholderData, itemsOf };
};

type SideProps = {
  names: { viewer: string; phone: string };
  isFirst: boolean;
  viewer: ViewerSearch;
  result: ReturnType<typeof useShown>;
  differing: ReadonlySet<string>;
  onChange: (part: ViewerSearch) => void;
};

/** A customer and an instant, with the phone and its instants of change. */
const Side = ({ names, isFirst, viewer, result, differing, onChange }: SideProps) => {
  const words = useMessages(previewMessages);
  const common = useMessages(commonMessages);
  const { data, error, fields, isBusy, refetch } = result;
  const hasFieldErrors = Object.keys(fields).length > 0;
  return (
    <div className={classes.side}>
      <ViewerChoice label={names.viewer} isFirst={isFirst} viewer={viewer} fields={fields} onChange={onChange} />
      <div className={classes.shown} aria-busy={isBusy && !error}>
        {error && hasFieldErrors ? (
          <StateView title={words.refused} text={words.refusedText} />
        ) : error ? (
          <FailedView error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <>
            {data.store?.deleted && (
              <Alert color="yellow" variant="light">
                {words.deletedStore}
              </Alert>
            )}
            <ChangesBar shown={data} onGo={(at) => onChange({ at })} />
            <AppPhone
              label={names.phone}
              shown={data}
              isNow={previewQueryOf(viewer).at === null}
              differing={differing}
              itemsOf={result.itemsOf}
            />
            {data.isPast && (
              <p className={classes.evidence}>
                <LinkButton to={paths.evidence} search={viewer} variant="default" size="compact-sm">
                  {words.evidence}
                </LinkButton>
              </p>
            )}
          </>
        ) : (
          <Skeleton h={560} w={300} radius={46} mx="auto" aria-label={common.loading} />
        )}
      </div>
    </div>
  );
};

const nothing: ReadonlySet<string> = new Set();

/** The app as a customer sees it at any instant, optionally beside a second one (PREV-01 to PREV-07). */
export const PreviewPage = () => {
  const words = useMessages(previewMessages);
  const navigate = useNavigate({ from: paths.preview });
  const search = readSearch(useSearch({ from: '/signed-in/admin-screens/preview' }));
  const [storedForm] = useState(() => laidForm.get());
  const form = search.form ? storedForm : null;
  const [viewer, other] = viewersOf(search);
  const text = (search.text ?? '').slice(0, SEARCH_MAX_LENGTH);
  const first = useShown(viewer, { text: other ? '' : text, form, enabled: true });
  const second = useShown(other ?? viewer, { text: '', form, enabled: other !== null });
  const { compared, failed } = useComparison(first, other ? second : null);
  const differing = compared?.differing ?? nothing;
  const go = (next: PreviewSearch, replace = false): void => void navigate({ search: next, replace, resetScroll: false });
  const onText = useCallback(
    (typed: string): void =>
      void navigate({ search: (former) => ({ ...former, text: typed || undefined }), replace: true, resetScroll: false }),
    [navigate],
  );
  return (
    <>
      <ListHead
        title={words.title}
        action={
          <Button variant="default" onClick={() => go(other ? withoutSecond(search) : withSecond(search))}>
            {other ? words.removeSecond : words.addSecond}
          </Button>
        }
      />
      {search.form && <FormNotice form={storedForm} fields={first.fields} onRemove={() => go({ ...search, form: undefined })} />}
      <div className={classes.sides} data-two={other !== null || undefined}>
        <Side
          names={other ? { viewer: words.first, phone: words.first } : { viewer: words.viewer, phone: words.phone }}
          isFirst
          viewer={viewer}
          result={first}
          differing={differing}
          onChange={(part) => go(searchWith(search, false, part))}
        />
        {other && (
          <Side
            names={{ viewer: words.second, phone: words.second }}
            isFirst={false}
            viewer={other}
            result={second}
            differing={differing}
            onChange={(part) => go(searchWith(search, true, part))}
          />
        )}
        {compared && <Differences {...compared} />}
        {failed && <FailedView error={failed.error} onRetry={() => void failed.refetch()} />}
        {!other && first.data && <NotSeen shown={first.data} text={text} onText={onText} onGo={(at) => go({ ...search, at })} />}
      </div>
    </>
  );
};
