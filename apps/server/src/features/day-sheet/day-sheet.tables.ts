export type DaySheetTables = {
  codeReport: {
    id: string;
    contentId: string;
    storeId: string;
    reportedBy: string;
    reportedAt: Date;
    settledBy: string | null;
    settledAt: Date | null;
  };
};
