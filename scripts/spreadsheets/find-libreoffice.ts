import { findProgram } from '../test/system-package.ts';

/** Path of a LibreOffice with its spreadsheet program. */
export const findLibreOffice = (): string =>
  findProgram({
    command: 'soffice',
    name: 'LibreOffice',
    variable: 'LIBREOFFICE_PATH',
    debian: 'libreoffice-calc-nogui',
    needs: 'The nightly tests',
    reason: 'the tests of exported files',
  });
