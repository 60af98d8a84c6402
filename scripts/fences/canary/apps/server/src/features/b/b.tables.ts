export type BTables = { bTable: { id: string } };
