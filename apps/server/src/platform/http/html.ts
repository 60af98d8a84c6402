import type { FastifyRequest } from 'fastify';

/** Escapes text for HTML content and quoted attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** Converts a sentence to HTML, with `names` in backticks as code. */
export const proseHtml = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const accepts = ({ headers }: FastifyRequest, type: string): boolean => String(headers.accept ?? '').includes(type);

/** Returns whether the client accepts HTML. */
export const wantsPage = (request: FastifyRequest): boolean => accepts(request, 'text/html');
/** Returns whether the client accepts JSON, for routes that usually return HTML. */
export const wantsJson = (request: FastifyRequest): boolean => accepts(request, 'application/json');
