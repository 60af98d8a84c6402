import { z } from 'zod';
import { VersionExpression } from '../app-version/index.ts';
import { code, entityMarks, optionalLine, route } from '../core/index.ts';
import { pluginDefaults } from '../plugins/index.ts';
import { markdownText } from '../markdown/index.ts';
import { TradingException, tradingExceptions } from '../trading-days/index.ts';
import { Loyalty, loyaltyRules, regulationTypes, settingsImage, THRESHOLDS } from './loyalty.ts';
import { SendingRules, SendingSettings, sendingRules } from './sending.ts';
import { httpsUrl, webDomain } from './web-address.ts';

/** characters of the game's script; it is code for the app and never run here. */
const SCRIPT_MAX_LENGTH = 100 * 1024;
const CAPTION_MAX_LENGTH = 200;
/** Longest name that phones show in full as the sender of a notification. */
const APP_NAME_MAX_LENGTH = 40;

// Kept character for character (SET-16). A NUL or half a surrogate pair cannot be stored.
const script = z
  .string(code('invalid'))
  .max(SCRIPT_MAX_LENGTH, code('tooLong'))
  .refine((text) => !text.includes('\u0000') && text.isWellFormed(), code('invalid'))
  .transform((text) => text || null)
  .nullable();
// Null is the value of a fresh installation.
const flag = z
  .boolean(code('invalid'))
  .nullable()
  .transform((value) => value ?? false);

/** SET-01..10: the rules by field, nested as on the wire. */
export const settingsRules = {
  /** The chain's name of its app; empty: the product's name. */
  appName: optionalLine(APP_NAME_MAX_LENGTH),
  appLogo: settingsImage,
  /** Captions under content that is valid now, and that will be. */
  signatureValid: optionalLine(CAPTION_MAX_LENGTH),
  signatureFuture: optionalLine(CAPTION_MAX_LENGTH),
  /** Text that iPhones show instead of a recalled message; empty: the default text (RECALL-01). */
  withdrawnText: optionalLine(CAPTION_MAX_LENGTH),
  /** App versions that hide the client code; empty: no version. */
  hideClientCodeVersion: z.preprocess((text) => text ?? '', VersionExpression),
  hideClientCodeText: markdownText,
  phoneVerificationEnforcement: flag,
  /** SHEET-03: whether store staff may open their own store's day sheet. */
  daySheetForStaff: flag,
  assistant: { enabled: flag },
  ecommerce: { domain: webDomain },
  game: { url: httpsUrl, script },
  /** Days on which shops may open, or may not, contrary to the law (TRADE-01). */
  trading: { exceptions: tradingExceptions },
  /** CARE-02 to CARE-05 */
  sending: sendingRules,
  loyalty: loyaltyRules,
};

const { assistant, ecommerce, game, trading, sending, loyalty, ...flat } = settingsRules;

/** The whole settings, as they are stored. */
export const SettingsDraft = z.object({
  ...flat,
  assistant: z.object(assistant),
  ecommerce: z.object(ecommerce),
  game: z.object(game),
  trading: z.object(trading),
  sending: SendingRules,
  loyalty: z.object(loyalty),
});
export type SettingsDraft = z.output<typeof SettingsDraft>;

/** POST accepts any part. It replaces stored values, key by key within groups such as `game` and `loyalty`, lists as a whole. */
export const SettingsPatch = z
  .object({
    ...flat,
    assistant: z.object(assistant).partial(),
    ecommerce: z.object(ecommerce).partial(),
    game: z.object(game).partial(),
    trading: z.object(trading).partial(),
    sending: z.object({ ...sending, approvalLater: z.null(code('invalid')) }).partial(),
    loyalty: z.object(loyalty).partial(),
  })
  .partial();
export type SettingsPatch = z.output<typeof SettingsPatch>;

/** a fresh installation. */
export const emptySettings: SettingsDraft = {
  appName: null,
  appLogo: null,
  signatureValid: null,
  signatureFuture: null,
  withdrawnText: null,
  hideClientCodeVersion: '',
  hideClientCodeText: null,
  phoneVerificationEnforcement: false,
  daySheetForStaff: false,
  assistant: { enabled: false },
  ecommerce: { domain: null },
  game: { url: null, script: null },
  trading: { exceptions: [] },
  sending: {
    weeklyLimit: null,
    quietFrom: null,
    quietUntil: null,
    safetyMessages: false,
    approval: false,
    approvalAbove: null,
    approvalLater: null,
    ...pluginDefaults,
  },
  loyalty: {
    campaignStart: null,
    mainBanner: null,
    thresholds: Array.from({ length: THRESHOLDS }, () => ({ value: null })),
    regulations: [
      { type: regulationTypes[0], name: null, file: null },
      { type: regulationTypes[1], name: null, file: null },
    ],
    questions: [],
  },
};

const text = z.string().nullable();
/** Settings as they are stored and returned. */
const document = {
  appName: text,
  appLogo: text,
  signatureValid: text,
  signatureFuture: text,
  withdrawnText: text,
  hideClientCodeVersion: z.string(),
  hideClientCodeText: text,
  phoneVerificationEnforcement: z.boolean(),
  daySheetForStaff: z.boolean(),
  assistant: z.object({ enabled: z.boolean() }),
  ecommerce: z.object({ domain: text }),
  game: z.object({ url: text, script: text }),
  trading: z.object({ exceptions: z.array(TradingException) }),
  sending: SendingSettings,
  loyalty: Loyalty,
};
export const SettingsDocument = z.object(document);
export type SettingsDocument = z.output<typeof SettingsDocument>;

/** ENT-19 */
export const Settings = z.object({ _id: z.literal('settings'), ...document, ...entityMarks });
export type Settings = z.infer<typeof Settings>;

const base = '/api/v1/settings-editor';
export const settingsRoutes = {
  read: route({
    method: 'GET',
    path: base,
    summary: 'The settings of the app, with the loyalty campaign',
    access: 'admin',
    reply: Settings,
    tagged: true,
  }),
  save: route({
    method: 'POST',
    path: base,
    // E-04
    summary:
      'Change what is sent; lists are replaced as a whole. What would have fewer sends approved, such as safety messages while approval is on, waits as `sending.approvalLater` for 24 hours, or until another administrator saves the same',
    access: 'admin',
    rights: 'fresh',
    body: SettingsPatch,
    reply: Settings,
    tagged: true,
    refuses: ['precondition_failed'],
  }),
};
