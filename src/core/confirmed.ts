/** What a person confirmed: the names that 409 responses gave as `confirm` (SPEC V9). */
import { z } from 'zod'

export const confirmedSchema = z
  .array(z.string(), 'confirmed must be a list of fields')
  .max(20, 'confirmed has too many fields')
  .optional()
