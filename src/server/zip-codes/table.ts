/** Looks up US ZIP codes in the table of the package `zipcodes`. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { ZipCode } from '#core/zip-codes/zip-codes.ts'

// Not imported: parsing its 42,000 objects would take 85 MB and block all requests for 200 ms. The file's text
// takes 5 MB, and a search in it 2 ms.
const TABLE = new URL(import.meta.resolve('zipcodes/lib/codes.js'))

const entry = z.object({
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  latitude: z.number(),
  longitude: z.number(),
}) satisfies z.ZodType<ZipCode>

let reading: Promise<Buffer> | undefined

/** `zip`: five digits. Null for an unknown code. */
export async function findZipCode(zip: string): Promise<ZipCode | null> {
  reading ??= readFile(TABLE)
  const table = await reading
  const found = table.indexOf(`"${zip}":{`)
  if (found < 0) return null
  const [start, end] = [table.indexOf('{', found), table.indexOf('}', found) + 1]
  return entry.parse(JSON.parse(table.toString('utf8', start, end)))
}
