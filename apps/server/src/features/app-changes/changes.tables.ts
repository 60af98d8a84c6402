export type ChangeTables = { contentChange: { number: number } };
