import type { AudienceRule } from '@endcap/contract/audience';
import { cleanText, countLineBreaks, type FieldCodes } from '@endcap/contract/core';
import { PUSH_IMAGE_MAX_SIDE } from '@endcap/contract/files';
import { TEXT_MAX_LENGTH, TEXT_MAX_LINE_BREAKS } from '@endcap/contract/notifications';
import { TextInput, UnstyledButton } from '@mantine/core';
import { type ReadonlyAtom, useSelector } from '@tanstack/react-store';
import { useState } from 'react';
import { config } from '../../../config.ts';
import { type FormStore, useFields, useProblem, useValue } from '../../../form/form-store.ts';
import { codeMessages } from '../../../frames/code.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { joinLines } from '../../../ui/clean-pasted.ts';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextLine } from '../../../ui/text-line.tsx';
import { UploadField } from '../../../ui/upload-field.tsx';
import { ContentPicker } from '../../content/index.ts';
import { SentLink } from '../../links/index.ts';
import { notificationMessages } from '../notification.messages.ts';
import { audienceOf, linkedItem, mayEndOn, type SendForm, startOf, urlOfItem } from './send-form.ts';
import classes from './send-notification.module.css';

/** An edited message: a new one, or a correction. */
type MessageForm = Pick<FormStore<SendForm>, 'fields' | 'values' | 'problems' | 'shown' | 'change'>;
type MessageProps = { form: MessageForm };

/** Returns the error message of a field, once it may be shown. */
export const useErrorOf = ({ shown }: { shown: ReadonlyAtom<FieldCodes> }, field: keyof SendForm): string | undefined => {
  const codes = { ...useMessages(codeMessages), ...useMessages(notificationMessages).fields };
  // Not on leaving a field: a message that appears between press and release moves the button away from under the pointer.
  const problem = useProblem({ shown }, field);
  return problem && codes[problem];
};

/** Title and text with their counters (NOTIF-FORM-02, 03, 47). */
export const MessageFields = ({ form }: MessageProps) => (
  <>
    <TitleField form={form} />
    <TextField form={form} />
  </>
);

const TitleField = ({ form }: MessageProps) => {
  const words = useMessages(notificationMessages).send;
  return (
    <TextLine
      label={words.titleField}
      required
      value={useValue(form, 'title')}
      onText={(title) => form.change({ title })}
      error={useErrorOf(form, 'title')}
    />
  );
};

/** Joins the lines of a text with too many lines, with undo until the next change. */
const JoinLines = ({ text, onText }: { text: string; onText: (text: string) => void }) => {
  const words = useMessages(notificationMessages).send;
  const [former, setFormer] = useState<{ text: string; joined: string } | null>(null);
  const most = TEXT_MAX_LINE_BREAKS + 1;
  const join = (): void => {
    const joined = joinLines(cleanText(text), most);
    setFormer({ text, joined });
    onText(joined);
  };
  const isTooLong = countLineBreaks(cleanText(text)) > TEXT_MAX_LINE_BREAKS;
  if (isTooLong) return <UnstyledButton onClick={join}>{words.joinLines(most)}</UnstyledButton>;
  return former?.joined === text && <UnstyledButton onClick={() => onText(former.text)}>{words.splitLines}</UnstyledButton>;
};

const TextField = ({ form }: MessageProps) => {
  const words = useMessages(notificationMessages).send;
  const content = useValue(form, 'content');
  const text = cleanText(content);
  const lines = countLineBreaks(text);
  return (
    <div>
      <TextArea
        label={words.textField}
        required
        prose
        minRows={3}
        maxRows={8}
        value={content}
        onText={(typed) => form.change({ content: typed })}
        error={useErrorOf(form, 'content')}
      />
      <div className={classes.counters}>
        <JoinLines text={content} onText={(joined) => form.change({ content: joined })} />
        <span
          data-over={text.length > TEXT_MAX_LENGTH || undefined}
          title={words.charactersLabel(text.length, TEXT_MAX_LENGTH)}
          data-testid="characters"
        >
          {words.characters(text.length, TEXT_MAX_LENGTH)}
        </span>
        <span
          data-over={lines > TEXT_MAX_LINE_BREAKS || undefined}
          title={words.linesLabel(lines, TEXT_MAX_LINE_BREAKS)}
          data-testid="line-breaks"
        >
          {`↵ ${words.characters(lines, TEXT_MAX_LINE_BREAKS)}`}
        </span>
      </div>
    </div>
  );
};

/** The image of the message, with a hint on how phones show it. An image pasted anywhere on the page goes here. */
export const ImageField = ({ form, onBusy }: MessageProps & { onBusy: (begins: boolean) => void }) => {
  const words = useMessages(notificationMessages).send;
  const image = useValue(form, 'image');
  return (
    <UploadField
      label={words.image}
      kind="image"
      value={image || null}
      onChange={(reference) => form.change({ image: reference ?? '' })}
      onBusy={onBusy}
      error={useErrorOf(form, 'image')}
      note={image.endsWith('.gif') ? words.animationOnPhones : words.imageOnPhones(PUSH_IMAGE_MAX_SIDE)}
      only
    />
  );
};

/** Audience of the send: the selected store, or the rule as last counted. */
type TargetFieldsProps = MessageProps & { storeId: string | null; rule: AudienceRule };

/** The target of a tap: an address or a content item with its page; the later choice replaces the earlier (NOTIF-FORM-07..09, 43). */
export const TargetFields = ({ form, storeId, rule }: TargetFieldsProps) => {
  const words = useMessages(notificationMessages).send;
  const { url, validUntil, ...when } = useFields(form, ['url', 'validUntil', 'isPlanned', 'startsAt']);
  const problem = useSelector(form.problems, (problems) => problems['url']?.[0]);
  const error = useErrorOf(form, 'url');
  const linked = linkedItem(url, config.appScheme);
  const pageIsWrong = problem === 'notPage';
  return (
    <>
      <TextLine
        label={words.url}
        description={words.urlHint(config.appScheme)}
        type="text"
        inputMode="url"
        value={url}
        onText={(typed) => form.change({ url: typed })}
        error={pageIsWrong ? undefined : error}
      />
      <div className={classes.target}>
        <ContentPicker
          label={words.contentItem}
          value={linked?.contentId ?? null}
          onChange={(picked) => form.change({ url: picked ? urlOfItem(config.appScheme, picked.id, linked?.page ?? '1') : '' })}
        />
        <TextInput
          label={words.page}
          inputMode="numeric"
          disabled={!linked}
          value={linked?.page ?? '1'}
          onChange={(event) =>
            linked && form.change({ url: urlOfItem(config.appScheme, linked.contentId, event.currentTarget.value.trim()) })
          }
          error={pageIsWrong ? error : undefined}
        />
      </div>
      {linked && problem === undefined && (
        <SentLink
          url={url.trim()}
          storeId={storeId}
          rule={rule}
          validUntil={validUntil}
          startsAt={startOf(when)}
          onNarrow={storeId === null ? (audience) => form.change(audienceOf(audience)) : undefined}
          mayEndOn={mayEndOn}
          onEnd={(day) => form.change({ validUntil: day })}
        />
      )}
    </>
  );
};
