import { config } from 'zod';

// Its faster way is compiled from text, which the page's policy forbids: trying it is a line in the console of everybody's Firefox.
config({ jitless: true });
