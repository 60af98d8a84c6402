export { knowledgeMessages } from './knowledge.messages.ts';
