import { useSelector } from '@tanstack/react-store';
import { config } from '../../../config.ts';
import { useFields, useValue } from '../../../form/form-store.ts';
import { useMessages } from '../../../lib/language.tsx';
import { ReviewedLink } from '../../links/index.ts';
import { linkedItem, startOf } from '../send/send-form.ts';
import type { SendFormState } from '../send/use-send-form.ts';
import { reviewMessages } from './review.messages.ts';

/** Returns the request for the link check; null if the link opens no item of the app or is invalid. */
export const useLink = ({ form, storeId, estimate }: SendFormState) => {
  const isWrong = useSelector(form.problems, (problems) => problems['url'] !== undefined);
  const { url, validUntil, ...when } = useFields(form, ['url', 'validUntil', 'isPlanned', 'startsAt']);
  if (isWrong || linkedItem(url, config.appScheme) === null) return null;
  return { url: url.trim(), storeId, rule: estimate.rule, validUntil, startsAt: startOf(when) };
};

/** Shows the target of a tap. */
export const Leads = ({ state }: { state: SendFormState }) => {
  const words = useMessages(reviewMessages);
  const link = useLink(state);
  const url = useValue(state.form, 'url').trim();
  return link ? <ReviewedLink {...link} /> : <span>{url || words.toApp}</span>;
};
