export type BTables = { bTable: { id: string }; bOther: { id: string } };
