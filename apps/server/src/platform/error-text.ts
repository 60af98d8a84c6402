/** What an error says: its message, or its name where it has none. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));
