import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiProblem, isNotFound } from '../lib/api.ts';
import { commonMessages } from '../lib/common.messages.ts';
import { useMessages } from '../lib/language.tsx';
import { DEFAULT_ROUTE } from '../lib/paths.ts';
import { LinkButton } from './link-button.tsx';

/** `order`: 1 where no other heading names the screen. */
type StateViewProps = { icon?: ReactNode; title: string; text?: string; order?: 1 | 2; children?: ReactNode };

/** A sentence and the next step, where a list or an item cannot be shown. */
export const StateView = ({ icon, title, text, order = 2, children }: StateViewProps) => (
  <Stack align="center" gap="xs" py={56} px="md" ta="center">
    {icon}
    <Title order={order} size="h4">
      {title}
    </Title>
    {text && (
      <Text c="dimmed" maw={460}>
        {text}
      </Text>
    )}
    {children}
  </Stack>
);

/** Shows a failed load: the reason, a request id to quote, and Retry (ERR-16). A 403 names whom to ask instead. */
export const FailedView = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const words = useMessages(commonMessages);
  const problem = error instanceof ApiProblem ? error : null;
  const byStatus: Record<number, string> = {
    0: words.noConnection,
    403: words.notAllowed,
    413: words.tooLarge,
    503: words.unavailable,
  };
  if (problem?.status === 403 && location.pathname !== DEFAULT_ROUTE)
    return (
      <div role="alert">
        <StateView title={words.notAllowed} text={words.askAdministrator}>
          <LinkButton to={DEFAULT_ROUTE} variant="default" mt="xs">
            {words.toNotifications}
          </LinkButton>
        </StateView>
      </div>
    );
  const title = isNotFound(error) ? words.notFound : ((problem && byStatus[problem.status]) ?? words.failed);
  return (
    <div role="alert">
      <StateView title={title} {...(problem?.requestId && { text: words.requestId(problem.requestId) })}>
        <Button variant="default" onClick={onRetry} mt="xs">
          {words.retry}
        </Button>
      </StateView>
    </div>
  );
};
