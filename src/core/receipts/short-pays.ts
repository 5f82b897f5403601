/** How often a broker paid less than its invoices (SPEC C273). */
import { z } from 'zod'

export const shortPaysSchema = z.object({
  payments: z.int().describe('Payments in 12 months with a short pay, disputed or accepted'),
  amount: z.string().describe('Total of these short pays. Dollars with two decimals: "1234.50"'),
})

export type ShortPays = z.output<typeof shortPaysSchema>
