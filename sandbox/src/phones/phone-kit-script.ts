import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** The phone kit as one script for a browser, and its types left out. */
const bundle = async (): Promise<string> => {
  const build = await rolldown({ input: fileURLToPath(import.meta.resolve('@endcap/phone-kit')) });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return output[0].code;
};

let script: Promise<string> | undefined;
/** Made when it is first asked for. */
export const phoneKitScript = (): Promise<string> => (script ??= bundle());
