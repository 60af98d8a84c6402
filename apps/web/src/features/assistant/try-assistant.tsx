import { QUESTION_MAX_LENGTH, type TriedAnswer } from '@endcap/contract/assistant';
import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FailedView } from '../../ui/state-view.tsx';
import { call } from '../../lib/api.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { paths } from '../../lib/paths.ts';
import { LinkAnchor } from '../../ui/link-anchor.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { FullMarkdown } from './full-markdown.tsx';
import { tryMessages } from './try.messages.ts';
import classes from './try-assistant.module.css';

/** The values of an item's form, used as if they were saved. `incomplete`: the form cannot be saved. */
type Unsaved = { id: string | null; name: string; description: string; content: string } | 'incomplete' | null;
type TriedItem = TriedAnswer['items'][number];

const TriedItemRow = ({ item: { id, name, share, used }, isOwn }: { item: TriedItem; isOwn: boolean }) => {
  const words = useMessages(tryMessages);
  const format = useFormat();
  const fit = words.share(format.percent(Math.round(share * 100)));
  return (
    <li data-used={used || undefined}>
      <span className={classes.name}>
        {isOwn || id === null ? (
          <strong>{name}</strong>
        ) : (
          <LinkAnchor to={paths.knowledgeEdit} params={{ knowledgeId: id }} target="_blank">
            {name}
          </LinkAnchor>
        )}
        {isOwn && <small>{words.thisItem}</small>}
        {used && <small>{words.used}</small>}
      </span>
      <span className={classes.fit}>
        <small aria-hidden>{fit}</small>
        <meter min={0} max={1} value={share} aria-label={fit} />
      </span>
    </li>
  );
};

type ResultProps = { answer: TriedAnswer; ownId: string | null | undefined; stale: boolean };

const Result = ({ answer: { text, unanswered, items }, ownId, stale }: ResultProps) => {
  const words = useMessages(tryMessages);
  const isOwn = ({ id }: TriedItem): boolean => id === ownId;
  return (
    <div className={classes.result} data-stale={stale || undefined}>
      {stale && <p className={classes.doubt}>{words.stale}</p>}
      <h3>{words.answer}</h3>
      <div className={classes.answer}>
        <FullMarkdown source={text} />
      </div>
      {unanswered && <p className={classes.doubt}>{words.unanswered}</p>}
      {items.length > 0 && (
        <>
          <h3>{words.found}</h3>
          <ol className={classes.items}>
            {items.map((item) => (
              <TriedItemRow key={item.id} item={item} isOwn={isOwn(item)} />
            ))}
          </ol>
        </>
      )}
      {ownId !== undefined && !items.some(isOwn) && <p className={classes.doubt}>{words.notFound}</p>}
    </div>
  );
};

type TryProps = {
  item: Unsaved;
  /** True if the validity of the item is over, so that the assistant does not use it. */
  isOver?: boolean;
  /** Initial text of the question. */
  initialQuestion?: string;
};

/** Runs a question of a customer and shows the matching items and the answer. Nothing is stored. */
export const TryAssistant = ({ item, isOver = false, initialQuestion = '' }: TryProps) => {
  const words = useMessages(tryMessages);
  const title = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const question = typed ?? initialQuestion;
  const sent = item === 'incomplete' ? null : item;
  const attempt = useMutation({
    mutationFn: (body: { question: string; item: typeof sent }) => call('POST /api/v1/assistant/try', { body }),
  });
  const ask = (): void => {
    if (question.trim() !== '' && !attempt.isPending) attempt.mutate({ question, item: sent });
  };
  const { data, variables, error } = attempt;
  return (
    <section className={classes.box} aria-labelledby={title} data-below>
      <h2 id={title}>{words.title}</h2>
      <Text size="sm" c="dimmed">
        {item === null ? words.hint : isOver ? words.over : item === 'incomplete' ? words.incomplete : words.hintUnsaved}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <TextArea
          label={words.question}
          minRows={2}
          maxRows={6}
          maxLength={QUESTION_MAX_LENGTH}
          value={question}
          onText={setTyped}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            ask();
          }}
        />
        <Button type="submit" variant="default" disabled={question.trim() === ''} loading={attempt.isPending}>
          {words.ask}
        </Button>
      </form>
      <div aria-live="polite">
        {attempt.isError && <FailedView error={error} onRetry={ask} />}
        {data && variables && (
          <Result
            answer={data}
            ownId={variables.item === null ? undefined : variables.item.id}
            stale={JSON.stringify(variables.item) !== JSON.stringify(sent)}
          />
        )}
      </div>
    </section>
  );
};
