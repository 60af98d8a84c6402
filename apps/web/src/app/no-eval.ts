// Disables zod's compiled parsers, which the content security policy forbids. Otherwise zod tries them with the first schema of any file,
// and Firefox logs an error. So this has to be the first script; zod reads its configuration from this global.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
