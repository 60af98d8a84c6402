import { hasNoRecords, type KeptOfCustomer } from '@endcap/contract/customers';
import { UserId } from '@endcap/contract/devices';
import { Alert, Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import questions from '../../frames/questions.module.css';
import { call, isOutcomeUnknown } from '../../lib/api.ts';
import { commonMessages } from '../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { toast } from '../../lib/toast.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { customersMessages } from './customers.messages.ts';
import classes from './customers.module.css';

const StoredDataList = ({ data }: { data: KeptOfCustomer }) => {
  const words = useMessages(customersMessages);
  const lines = [
    data.devices > 0 && words.devices(data.devices),
    data.threads > 0 && words.threads(data.threads, data.messages),
    data.receipts > 0 && words.receipts(data.receipts),
    data.showings > 0 && words.showings(data.showings),
  ];
  return <ul className={questions.usage}>{lines.map((line) => line && <li key={line}>{line}</li>)}</ul>;
};

type Ends = { onErased: () => void; onUnknown: () => void };

/** Erases a customer, once even if the button is pressed twice. Reports success, failure or an unknown outcome. */
const useErasure = (userId: string, { onErased, onUnknown }: Ends) => {
  const words = useMessages(customersMessages);
  const common = useMessages(commonMessages);
  const client = useQueryClient();
  // Two presses within one frame are one erasure.
  const isStarted = useRef(false);
  const { isPending, error, mutate } = useMutation({
    mutationFn: () => call('POST /api/v1/customers/erase', { body: { userId } }),
    onSuccess: () => {
      for (const queryKey of [['threads'], ['history']]) void client.invalidateQueries({ queryKey });
      toast.success({ title: words.done, body: words.doneText, closeLabel: common.close });
      onErased();
    },
    onError: (failure) => {
      isStarted.current = false;
      if (isOutcomeUnknown(failure)) onUnknown();
    },
  });
  const erase = (): void => {
    if (isStarted.current) return;
    isStarted.current = true;
    mutate();
  };
  return { isPending, failure: error && (isOutcomeUnknown(error) ? words.unknown : words.failed), erase };
};

type QuestionProps = { userId: string; onClose: () => void; onErased: () => void };

/** Lists the stored data with the question. The harmless choice has the focus (ux 19). */
const Question = ({ userId, onClose, onErased }: QuestionProps) => {
  const words = useMessages(customersMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const stored = useQuery({
    queryKey: ['customers', 'kept', userId],
    queryFn: () => call('POST /api/v1/customers/kept', { body: { userId } }),
    gcTime: 0,
  });
  // Refetch if the outcome is unknown: the data may have been erased.
  const erasure = useErasure(userId, { onErased, onUnknown: () => void stored.refetch() });
  const hasData = stored.data !== undefined && !hasNoRecords(stored.data.kept);
  return (
    <>
      {stored.isPending ? (
        <Skeleton h={120} aria-label={words.looking} />
      ) : stored.isError ? (
        <Text c="dimmed">{words.lookFailed}</Text>
      ) : (
        <div role="status" className={classes.found}>
          <Text>{hasData ? words.willGo(userId) : words.nothing(userId)}</Text>
          {hasData && <StoredDataList data={stored.data.kept} />}
          {stored.data.erasedAt && (
            <Text size="sm" c="dimmed" mt="xs">
              {words.erasedAt(format.minute(stored.data.erasedAt))}
            </Text>
          )}
          {hasData && (
            <>
              <Text size="sm" mt="sm">
                {words.unverified}
              </Text>
              <Text size="sm" mt="sm">
                {words.stays}
              </Text>
            </>
          )}
        </div>
      )}
      {hasData && <Text className={questions.warning ?? ''}>{words.irreversible}</Text>}
      {hasData && erasure.failure && (
        <Alert color="red" variant="light" mt="md">
          {erasure.failure}
        </Alert>
      )}
      <DialogButtons>
        <Button variant="default" data-autofocus disabled={erasure.isPending} onClick={onClose}>
          {hasData ? common.cancel : common.close}
        </Button>
        {stored.isError && <Button onClick={() => void stored.refetch()}>{words.again}</Button>}
        {hasData && (
          <Button color="red" loading={erasure.isPending} onClick={erasure.erase}>
            {words.confirm}
          </Button>
        )}
      </DialogButtons>
    </>
  );
};

/** Form for the customer's id, used when no page provides it. */
const CustomerIdForm = ({ onChoose, onClose }: { onChoose: (userId: string) => void; onClose: () => void }) => {
  const words = useMessages(customersMessages);
  const common = useMessages(commonMessages);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const userId = UserId.safeParse(typed.trim());
        setWrong(!userId.success);
        if (userId.success) onChoose(userId.data);
      }}
    >
      <TextInput
        data-autofocus
        label={words.customer}
        description={words.hint}
        value={typed}
        maxLength={200}
        error={isWrong && words.wrong}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setWrong(false);
        }}
      />
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit">{words.look}</Button>
      </DialogButtons>
    </form>
  );
};

type EraseProps = {
  /** Null: the person types the id. */
  userId: string | null;
  onClose: () => void;
  onErased: () => void;
};

/** Asks for confirmation before a customer is erased (D-27). */
export const EraseCustomer = ({ userId, onClose, onErased }: EraseProps) => {
  const words = useMessages(customersMessages);
  const [chosen, choose] = useState(userId);
  return (
    <Dialog opened onClose={onClose} title={words.title}>
      {chosen === null ? (
        <CustomerIdForm onChoose={choose} onClose={onClose} />
      ) : (
        <Question userId={chosen} onClose={onClose} onErased={onErased} />
      )}
    </Dialog>
  );
};
