import { Alert, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { daySheetMessages } from './day-sheet.messages.ts';
import { daySheets } from './day-sheet.queries.ts';

/** Open reports of stores that the code of an item does not scan (SHEET-03). */
export const CodeReports = ({ contentId }: { contentId: string }) => {
  const words = useMessages(daySheetMessages);
  const format = useFormat();
  const client = useQueryClient();
  const { data = [] } = useQuery(daySheets.reports(contentId));
  const settle = useMutation({
    mutationFn: (reportId: string) =>
      call('POST /api/v1/content-editor/:contentId/code-reports/:reportId/settle', { params: { contentId, reportId } }),
    // Also if somebody else settled it meanwhile.
    onSettled: () => daySheets.changed(client),
  });
  return data.length === 0 ? null : (
    <Alert color="red" variant="light" role="status" title={words.reportsTitle} mt="md" w="100%" data-testid="code-reports">
      {data.map(({ _id, store, by, at }) => (
        <div key={_id}>
          <span>{words.reportedBy(store.name, by, format.moment(at))}</span>{' '}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={words.settleOf(store.name)}
            loading={settle.isPending && settle.variables === _id}
            onClick={() => settle.mutate(_id)}
          >
            {words.settle}
          </Button>
        </div>
      ))}
    </Alert>
  );
};
