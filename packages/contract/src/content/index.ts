export * from './amount.ts';
export * from './content-sort.ts';
export * from './content-types.ts';
export * from './content.fields.ts';
export * from './content.routes.ts';
export * from './content.rules.ts';
export * from './content.schema.ts';
export * from './product-eans.ts';
