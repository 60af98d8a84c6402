export { demoId } from '../demo/demo-ids.ts';
export { demoPeople } from '../demo/people.ts';
export { askAssistant } from './ask-assistant.ts';
export { demoItems, demoKnowledge, resolveDays, questionBank } from './demo-data.ts';
export { isDemoFile, readDemoFile } from './demo-files.ts';
export type { DemoEdit } from './edits/demo-edit.ts';
export { demoEdits } from './edits/demo-edits.ts';
export { seed } from './seed.ts';
