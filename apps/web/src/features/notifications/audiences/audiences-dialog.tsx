import type { AudienceRule } from '@endcap/contract/audience';
import { Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { DialogBox } from '../../../ui/dialog-box.tsx';
import { FailedView } from '../../../ui/state-view.tsx';
import type { Picked } from './audience-now.ts';
import { PickAudience } from './audience-row.tsx';
import classes from './audiences.module.css';
import { audiencesMessages } from './audiences.messages.ts';
import { audiences } from './audiences.queries.ts';
import { SaveAudience } from './save-audience.tsx';
import { SavedRow } from './saved-row.tsx';

type DialogProps = { rule: AudienceRule; picked: string | null; onPick: (picked: Picked) => void; onClose: () => void };

/** Saved and recently used audiences, and a form that saves the current one (PLAN-06). */
export const AudiencesDialog = ({ rule, picked, onPick, onClose }: DialogProps) => {
  const words = useMessages(audiencesMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const client = useQueryClient();
  const { data, error, isError, refetch } = useQuery(audiences.all());
  const changed = (): Promise<void> => audiences.changed(client);
  return (
    <DialogBox opened onClose={onClose} title={words.title}>
      <Text c="dimmed">{words.what}</Text>
      {isError && !data && <FailedView error={error} onRetry={() => void refetch()} />}
      {!isError && !data && <Skeleton h={96} mt="md" aria-label={common.loading} />}
      {data && (
        <>
          <h3 className={classes.head}>{words.saved}</h3>
          {data.saved.length === 0 && <Text c="dimmed">{words.none}</Text>}
          <ul className={classes.list} aria-label={words.saved}>
            {data.saved.map((audience) => (
              <li key={audience._id}>
                <SavedRow audience={audience} rule={rule} onPick={onPick} onChanged={changed} />
              </li>
            ))}
          </ul>
          {data.used.length > 0 && (
            <>
              <h3 className={classes.head}>{words.used}</h3>
              <ul className={classes.list} aria-label={words.used}>
                {data.used.map((audience) => (
                  <li key={audience.usedAt}>
                    <PickAudience
                      audience={audience}
                      name={null}
                      rule={rule}
                      note={words.usedAt(format.ago(audience.usedAt))}
                      onPick={onPick}
                    />
                  </li>
                ))}
              </ul>
            </>
          )}
          <SaveAudience rule={rule} saved={data.saved} picked={picked} onChanged={changed} />
        </>
      )}
    </DialogBox>
  );
};
