/** Where each US ZIP code is, out of the table in the package `zipcodes`. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { ZipCode } from '#core/zip-codes/zip-codes.ts'

// Not imported: its 42,000 objects take 85 MB, and making them holds every request up for 200 ms. Its
// file, as it stands, takes 5 MB, and a code is found in it within 2 ms.
const TABLE = new URL(import.meta.resolve('zipcodes/lib/codes.js'))

const entry = z.object({
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  latitude: z.number(),
  longitude: z.number(),
}) satisfies z.ZodType<ZipCode>

let reading: Promise<Buffer> | undefined

/** `zip` is five digits; null: there is no such code. */
export async function findZipCode(zip: string): Promise<ZipCode | null> {
  reading ??= readFile(TABLE)
  const table = await reading
  const found = table.indexOf(`"${zip}":{`)
  if (found < 0) return null
  const [start, end] = [table.indexOf('{', found), table.indexOf('}', found) + 1]
  return entry.parse(JSON.parse(table.toString('utf8', start, end)))
}
