// zod's faster way is compiled from text, which the page's policy forbids: trying it is a line in the console of everybody's Firefox. It asks when
// the first schema is made, in whichever file that is; so it is told in the first script, where zod itself would look.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
