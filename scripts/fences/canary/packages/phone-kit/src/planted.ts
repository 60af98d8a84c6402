// Planted: phone-kit-knows-the-contract-alone has to find this.
export { z } from 'zod';
