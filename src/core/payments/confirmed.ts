import { z } from 'zod'

/** What a person has confirmed: the fields that earlier responses asked about (SPEC C11). */
export const confirmed = z
  .array(z.string(), 'confirmed must be a list of fields')
  .max(20, 'confirmed has too many fields')
  .default([])
