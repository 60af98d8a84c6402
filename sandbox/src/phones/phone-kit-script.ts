import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** Bundles the phone kit into one script for a browser, without its types. */
const bundle = async (): Promise<string> => {
  const build = await rolldown({ input: fileURLToPath(import.meta.resolve('@endcap/phone-kit')) });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return output[0].code;
};

let script: Promise<string> | undefined;
/** Returns the script, which is built on the first call and cached. */
export const phoneKitScript = (): Promise<string> => (script ??= bundle());
