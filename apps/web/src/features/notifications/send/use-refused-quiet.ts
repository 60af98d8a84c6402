import { useEffect, useState } from 'react';

/** CARE-03: what the server, whose clock decides, said of a start in quiet hours: while that start is chosen, and where it is now, until they are over. */
export const useRefusedQuiet = (startsAt: string | null) => {
  const [said, setSaid] = useState<{ until: string; of: string | null } | null>(null);
  useEffect(() => {
    if (said === null || said.of !== null) return undefined;
    const timer = setTimeout(() => setSaid(null), Date.parse(said.until) - Date.now());
    return () => clearTimeout(timer);
  }, [said]);
  return {
    /** The first minute after them. */
    until: said?.of === startsAt ? said.until : null,
    refuse: (until: string): void => setSaid({ until, of: startsAt }),
  };
};
