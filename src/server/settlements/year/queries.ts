/** Query strings of the year's routes. */
import { z } from 'zod'

export const yearQuery = z.object({
  year: z
    .string('Year is required')
    .regex(/^(19|2\d)\d\d$/, 'Year must be from 1900 to 2999')
    .transform(Number),
})

export const payeeYearQuery = yearQuery.extend({
  payee: z
    .string('Payee is required')
    .regex(/^(owner|driver|truck):\d{1,15}$/, 'Payee must be a key: "owner:12"')
    .describe('Key of the payee'),
  name: z
    .string()
    .max(1000, 'Name is too long')
    .optional()
    .describe('Printed name, if the key names a truck'),
})
