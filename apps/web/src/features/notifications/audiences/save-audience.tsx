import { type AudienceRule, isSameAudience } from '@endcap/contract/audience';
import { folded } from '@endcap/contract/core';
import { AUDIENCE_NAME_MAX_LENGTH, type SavedAudience } from '@endcap/contract/notifications';
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMessages } from '../../../lib/language.tsx';
import { TextLine } from '../../../ui/text-line.tsx';
import { leftOutMessages } from './left-out.messages.ts';
import { useAudienceWords } from '../send/use-audience-words.ts';
import { lostExclusions } from './audience-now.ts';
import classes from './audiences.module.css';
import { audiencesMessages } from './audiences.messages.ts';
import { audiences } from './audiences.queries.ts';
import { useRefusal } from './use-refusal.ts';

type SaveProps = {
  rule: AudienceRule;
  saved: readonly SavedAudience[];
  /** Name of the picked audience, offered for replacement once the form has another audience. */
  picked: string | null;
  onChanged: () => Promise<void>;
};

const reachesNobody = ({ includeStoreType, includeStores, includeStoreGroups }: AudienceRule): boolean =>
  includeStoreType === '' && includeStores.length + includeStoreGroups.length === 0;
const nameOf = (text: string): string => folded(text.trim().replace(/\s+/g, ' '));

/** Returns a warning that saving replaces the audience of this name, and which exclusions of deleted items it loses. */
const useReplaces = (replaced: SavedAudience | undefined, rule: AudienceRule): string | undefined => {
  const words = useMessages(audiencesMessages);
  const { gone } = useMessages(leftOutMessages);
  if (!replaced) return undefined;
  const lost = lostExclusions(replaced, rule, replaced).map(({ kind, name }) => gone[kind](name));
  return [words.replaces(replaced.name), ...(lost.length > 0 ? [words.loses(lost.join(', '))] : [])].join(' ');
};

/** Saves the form's audience under a name. An existing audience of that name is replaced. */
export const SaveAudience = ({ rule, saved, picked, onChanged }: SaveProps) => {
  const words = useMessages(audiencesMessages);
  const refusalOf = useRefusal();
  const inWords = useAudienceWords(rule, true);
  const isSaved = saved.some((audience) => isSameAudience(audience, rule));
  const [name, setName] = useState(isSaved ? '' : (picked ?? ''));
  const replaced = saved.find((audience) => nameOf(audience.name) === nameOf(name));
  const replaces = useReplaces(replaced, rule);
  const keep = useMutation({
    mutationFn: () => (replaced ? audiences.change(replaced, rule) : audiences.save({ name, ...rule })),
    onSuccess: () => setName(''),
    onSettled: onChanged,
  });
  if (reachesNobody(rule)) return <Text c="dimmed">{words.nobody}</Text>;
  const submit = (): void => {
    if (name.trim() !== '' && !keep.isPending) keep.mutate();
  };
  return (
    <section className={classes.save} aria-label={words.present}>
      <p>
        <span>{`${words.present}:`}</span> <strong>{inWords}</strong>
        {isSaved && <small role="status">{words.presentSame}</small>}
      </p>
      <TextLine
        label={words.name}
        value={name}
        maxLength={AUDIENCE_NAME_MAX_LENGTH}
        autoComplete="off"
        description={replaces}
        error={keep.isError && refusalOf(keep.error)}
        onText={(text) => {
          setName(text);
          keep.reset();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          submit();
        }}
      />
      <Button disabled={name.trim() === ''} loading={keep.isPending} onClick={submit}>
        {replaced ? words.replace : words.save}
      </Button>
    </section>
  );
};
