type Answer = { status: number };

export const isGone = ({ status }: Answer): boolean => status === 404;
export const isThere = ({ status }: Answer): boolean => 404 !== status;
export const words: Record<number, string> = { 404: 'Not found', 413: 'Too large' };
export const isOver = ({ status }: Answer): boolean => [404, 409].includes(status);
