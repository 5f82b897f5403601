/** Values on their way to and from the database. */
import { sql, type RawBuilder } from 'kysely'

/**
 * Values that every change of a record also sets. The version lets the next change detect that the record is newer (SPEC
 * B22).
 */
export const NEXT_VERSION = { version: sql<number>`version + 1`, updatedAt: sql<string>`now()` }

/** The same as plain SQL, to append to the columns of an `update`. */
export const NEXT_VERSION_SQL = sql`version = version + 1, updated_at = now()`

/** A value for the driver. Objects become JSON text: the driver would turn a list into a PostgreSQL array. */
export function toParameter(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/**
 * PostgreSQL's text of an instant as ISO text in UTC with milliseconds. A page of a list has a hundred of them: its usual
 * form, "2026-11-22 10:30:19.123456+00", is converted without a `Date`.
 */
export function toIsoTime(text: string): string {
  if (text[10] !== ' ' || !text.endsWith(UTC) || text.length < SHORTEST)
    return new Date(text).toISOString()
  const milliseconds = text.slice(20, -UTC.length).slice(0, 3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}

const UTC = '+00'
const SHORTEST = '2026-11-22 10:30:19+00'.length

/** The bytes of PostgreSQL's text "\\x00ff". */
export function parseBytes(stored: string): Buffer {
  return Buffer.from(stored.slice('\\x'.length), 'hex')
}

/**
 * Selects a large `bytea` as a `Buffer` in the row. As text in a row it would stay until V8 collects the whole heap: a file of
 * 25 MB would take 50 MB. Its type `bpchar`, which no column has, marks it as base64.
 */
export function selectBytes(bytes: RawBuilder<unknown>): RawBuilder<Buffer> {
  return sql`encode(${bytes}, 'base64')::bpchar`
}

/** Decodes the text of `selectBytes`. */
export function parseBase64(text: string): Buffer {
  return Buffer.from(text, 'base64')
}

/** A large `bytea` as a parameter. It becomes text only when the driver sends it, for the same reason. */
export function bytesParameter(bytes: Buffer): RawBuilder<Buffer> {
  const parameter = { toPostgres: () => bytes.toString('base64') }
  return sql`decode(${parameter}, 'base64')`
}

/** The column of a field: "driver2Id" → "driver2_id". */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The field of a column: "driver2_id" → "driver2Id". */
export function camelCase(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
