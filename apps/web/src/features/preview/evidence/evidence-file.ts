import type { Evidence } from '@endcap/contract/preview';
import { warsawMinute } from '@endcap/contract/warsaw-time';

// Characters with a meaning in HTML, and control characters such as those that change the text direction.
const UNSAFE = /[<>&\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Returns the evidence as JSON that is safe in any viewer: special characters are written as escapes. */
export const evidenceJson = (evidence: Evidence): string =>
  `${JSON.stringify(evidence, null, 2).replace(UNSAFE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

/** `evidence_118_2026-03-12_18-05.json`, in Warsaw time, without characters that Windows rejects. */
export const evidenceName = ({ viewer: { store }, at }: Evidence): string =>
  `evidence_${[...(store?.storeNo ? [store.storeNo] : []), warsawMinute(at)].join('_').replace(' ', '_').replaceAll(':', '-')}.json`;
