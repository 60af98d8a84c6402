import type { FastifyRequest } from 'fastify';

/** Text that is safe between tags and in quoted attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** A sentence in which `names` stand between backticks. */
export const proseHtml = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const accepts = ({ headers }: FastifyRequest, type: string): boolean => String(headers.accept ?? '').includes(type);

/** Whether a browser asks for a page. */
export const wantsPage = (request: FastifyRequest): boolean => accepts(request, 'text/html');
/** Whether a program asks, where a page is the usual answer. */
export const wantsJson = (request: FastifyRequest): boolean => accepts(request, 'application/json');
