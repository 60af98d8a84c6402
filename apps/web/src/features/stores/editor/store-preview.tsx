import { type AppStoreField, appStoreFieldNames, storeFields } from '@endcap/contract/stores';
import { hoursForCustomers } from '@endcap/contract/trading-days';
import { warsawDay } from '@endcap/contract/warsaw-time';
import { Badge } from '@mantine/core';
import { Fragment, useState } from 'react';
import { config } from '../../../config.ts';
import { useFields } from '../../../form/form-store.ts';
import { useLanguage, useMessages } from '../../../lib/language.tsx';
import { IconMapPinFilled } from '../../../ui/icons/late-icons.ts';
import { storeMessages } from '../store.messages.ts';
import { mapTiles } from './map-tiles.ts';
import classes from './store-editor.module.css';
import { type StoreEditor, storeFormFields } from './store-form.ts';

/** Location of each store field on the phone. A field of the app API that is missing here does not compile. */
const locations: Readonly<Record<AppStoreField, 'head' | 'line' | 'service' | 'map' | 'notShown'>> = {
  name: 'head',
  street: 'head',
  zipCode: 'head',
  city: 'head',
  openingHours: 'head',
  phone: 'line',
  drive: 'service',
  gasStation: 'service',
  latitude: 'map',
  longitude: 'map',
  storeNo: 'notShown',
  storeType: 'notShown',
  ecommerceSlug: 'notShown',
};
const fieldsAt = (location: 'line' | 'service'): AppStoreField[] => appStoreFieldNames.filter((field) => locations[field] === location);

const MAP = { zoom: 15, width: 320, height: 160 };

/** Live preview of the store as customers see it. */
export const StoreCard = ({ editor }: { editor: StoreEditor }) => {
  const [today] = useState(() => warsawDay(new Date()));
  const form = useFields(editor, [...appStoreFieldNames, 'hoursExceptions']);
  const words = useMessages(storeMessages);
  const language = useLanguage();
  const name = form.name.trim();
  const { data: hoursExceptions = [] } = storeFields.hoursExceptions.rule.safeParse(form.hoursExceptions);
  const hours = hoursForCustomers({ openingHours: form.openingHours.trim(), hoursExceptions }, today);
  return (
    <figure style={{ margin: 0 }} aria-label={words.card}>
      <div className={classes.card}>
        <strong data-empty={name === '' || undefined}>{name || words.noName}</strong>
        <div>{`${form.street}, ${form.zipCode} ${form.city}`.replace(/^[, ]+|[, ]+$/g, '')}</div>
        <dl>
          <dt>{words.openingHours}</dt>
          <dd data-empty={hours === '' || undefined}>{hours || '–'}</dd>
          {fieldsAt('line')
            .filter((field) => String(form[field]).trim())
            .map((field) => (
              <Fragment key={field}>
                <dt>{storeFormFields[field].label[language]}</dt>
                <dd>{form[field]}</dd>
              </Fragment>
            ))}
        </dl>
        <span className={classes.services}>
          {fieldsAt('service')
            .filter((field) => form[field])
            .map((field) => (
              <Badge key={field} variant="light" tt="none">
                {storeFormFields[field].label[language]}
              </Badge>
            ))}
        </span>
      </div>
      <figcaption className={classes.caption}>{words.card}</figcaption>
    </figure>
  );
};

/** A small map of the coordinates, where a tile server is configured. */
export const StoreMap = ({ editor }: { editor: StoreEditor }) => {
  const form = useFields(editor, ['latitude', 'longitude']);
  const words = useMessages(storeMessages);
  const [latitude, longitude] = [storeFields.latitude.rule.safeParse(form.latitude), storeFields.longitude.rule.safeParse(form.longitude)];
  if (!config.map || !latitude.success || !longitude.success) return null;
  return (
    <figure className={classes.map} aria-label={words.map}>
      {mapTiles(config.map.tileUrl, { latitude: latitude.data, longitude: longitude.data }, MAP).map(({ url, left, top }) => (
        <img key={url} src={url} alt="" style={{ left, top }} referrerPolicy="no-referrer" />
      ))}
      <IconMapPinFilled size={28} aria-hidden />
      <figcaption>{config.map.attribution}</figcaption>
    </figure>
  );
};
