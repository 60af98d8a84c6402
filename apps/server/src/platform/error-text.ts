/** Returns the message of an error, or its name if it has none. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));
