/** A png of one pixel. */
const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** The file that each client uploads. */
export const bread = new File([Buffer.from(IMAGE, 'base64')], 'bread.png', { type: 'image/png' });
