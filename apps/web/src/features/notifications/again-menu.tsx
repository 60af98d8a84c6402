import { useNavigate } from '@tanstack/react-router';
import { RowMenu } from '../../frames/rows.tsx';
import { useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { againMessages } from './again.messages.ts';
import type { StartPart } from './send/start-of-sent.ts';

type AgainMenuProps = { notification: { _id: string; title: string }; parts: readonly StartPart[] };

/** Opens a new form filled from a notification. Sends nothing (PLAN-05). */
export const AgainMenu = ({ notification: { _id, title }, parts }: AgainMenuProps) => {
  const words = useMessages(againMessages);
  const navigate = useNavigate();
  const start = (part: StartPart): void =>
    void navigate({ to: paths.notificationNew, search: { from: _id, ...(part === 'message' && { part }) } });
  return <RowMenu name={title} items={parts.map((part) => ({ label: words[part], act: () => start(part) }))} />;
};
