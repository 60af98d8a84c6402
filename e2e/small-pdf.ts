const SMALL_PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF\n';

/** A pdf of one empty page, and a comment, which its readers ignore. */
export const smallPdf = (comment = ''): Buffer => Buffer.from(`${SMALL_PDF}%${comment.replaceAll(/[\r\n]/g, ' ')}\n`);
