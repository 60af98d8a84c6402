/**
 * An id that came from outside as one segment of a path. URLs resolve `.` and `..` even when they are percent-encoded, so these two and the
 * empty id get a character that no id has: the server answers 404, as it does for every unknown id.
 */
export const pathSegment = (id: string): string => encodeURIComponent(/^\.{0,2}$/.test(id) ? `${id}~` : id);
