// Types of a description: node generate.mjs DESCRIPTION TYPES. Binary fields become `Blob`, as the documentation of openapi-typescript shows.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const [description = '', types = ''] = process.argv.slice(2);
const nodes = await openapiTS(pathToFileURL(description), {
  // Request fields with a default are optional.
  defaultNonNullable: false,
  transform: ({ format }) => (format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined),
});
writeFileSync(types, astToString(nodes));
