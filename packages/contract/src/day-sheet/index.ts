export * from './barcode.ts';
export * from './day-sheet.ts';
export * from './day-sheet.routes.ts';
