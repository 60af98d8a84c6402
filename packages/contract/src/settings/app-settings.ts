import { z } from 'zod';
import { Instant, route } from '../core/index.ts';
import { fileUrl } from '../files/index.ts';
import { Question, regulationTypes } from './loyalty.ts';
import type { SettingsDocument } from './settings.ts';

const text = z.string().nullable();

/**
 * Settings and campaign as the app gets them: no history, references as URLs. The fields are listed one by one, so that new fields stay
 * internal (P14).
 */
export const AppSettings = z.object({
  appLogo: text,
  signatureValid: text,
  signatureFuture: text,
  hideClientCodeVersion: z.string(),
  hideClientCodeText: text,
  phoneVerificationEnforcement: z.boolean(),
  assistant: z.object({ enabled: z.boolean() }),
  ecommerce: z.object({ domain: text }),
  game: z.object({ url: text, script: text }),
  loyalty: z.object({
    campaignStart: Instant.nullable(),
    mainBanner: text,
    thresholds: z.array(z.object({ value: z.number().nullable() })),
    regulations: z.array(z.object({ type: z.enum(regulationTypes), name: text, file: text })),
    questions: z.array(Question.omit({ id: true })),
  }),
});
export type AppSettings = z.infer<typeof AppSettings>;

/** The settings as phones read them; `base` is where the app finds files (SET-18, APP-07). */
export const appSettings = (settings: SettingsDocument, base: string): AppSettings => {
  const url = (reference: string | null): string | null => reference && fileUrl(reference, base);
  const { loyalty } = settings;
  return AppSettings.parse({
    ...settings,
    appLogo: url(settings.appLogo),
    loyalty: {
      ...loyalty,
      mainBanner: url(loyalty.mainBanner),
      regulations: loyalty.regulations.map((entry) => ({ ...entry, file: url(entry.file) })),
    },
  });
};

export const appSettingsRoutes = {
  read: route({
    method: 'GET',
    path: '/app/v1/settings',
    summary: 'What the app needs of the settings and the loyalty campaign',
    access: 'anyone',
    reply: AppSettings,
    prepared: true,
  }),
};
