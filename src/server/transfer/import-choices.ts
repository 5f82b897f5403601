/** Reads how an import treats stored records, missing records and words, from the query of its request (SPEC C58, C59). */
import { z } from 'zod'
import { getEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import type { Permission } from '#core/team/roles.ts'
import { foldKey } from '#core/transfer/existing.ts'
import type { Day } from '#core/calendar.ts'
import type { ChosenStyle, YearRule } from '#core/transfer/cells.ts'
import type { ColumnMatch } from '#core/transfer/import.ts'
import type { ImportList } from '#core/transfer/import-list.ts'
import type { SameRecords } from '#core/transfer/same-names.ts'
import { pastQuery } from '#core/transfer/past-loads.ts'
import { fieldsOfColumn, listCombined } from '#core/transfer/combined-columns.ts'
import { badField, forbiddenField } from '#server/errors.ts'
import { requireNearDay, accountDay } from '#server/today.ts'
import { listLinked, type Choices } from './plan-import.ts'

/** Characters. Far more than the unmatched words of a file need. */
const LONGEST_VALUES = 4000
/** Characters: a hundred names, within the limit of a request's address. */
const LONGEST_SAME = 8000

export const importQuery = pastQuery.extend({
  columns: z
    .string()
    .optional()
    .describe("The field of each column, in the file's order, separated by commas; blank for none"),
  existing: z
    .enum(['reject', 'skip', 'update'], 'existing must be reject, skip or update')
    .default('reject')
    .describe('What happens to rows of records that are stored already; reject: each is an error'),
  create: z
    .string()
    .default('')
    .describe('The lists whose missing records are created by name, separated by commas'),
  values: z
    .string()
    .max(LONGEST_VALUES, `values must be ${LONGEST_VALUES} characters or fewer`)
    .default('{}')
    .describe('What words of the file mean, as JSON: {"deliveryStatus":{"open":"pending"}}'),
  same: z
    .string()
    .max(LONGEST_SAME, `same must be ${LONGEST_SAME} characters or fewer`)
    .default('{}')
    .describe(
      'The stored records that names of the file mean, as JSON: {"trucks":{"7":12}}; "new": the record is created. It is remembered',
    ),
  days: z
    .enum(['mdy', 'dmy'], 'days must be mdy or dmy')
    .optional()
    .describe(
      'Whether the month or the day is first in 3/11/2026; by default as the file shows, else the month',
    ),
  decimals: z
    .enum(['point', 'comma'], 'decimals must be point or comma')
    .default('point')
    .describe('The mark before the cents'),
  year: z
    .string()
    .regex(/^(?:near|\d{4})$/, 'year must be near or a year')
    .optional()
    .describe(
      'The year of days without one; near: the year that makes each nearest to today. By default they are errors',
    ),
  sheet: z
    .string()
    .max(100, 'sheet must be 100 characters or fewer')
    .optional()
    .describe('The sheet of a workbook; by default the first one that is not blank'),
})

export type ImportQuery = z.output<typeof importQuery>

/** Throws 400, and 403 for a list to which the member can't add. */
export function readChoices(entity: Entity, query: ImportQuery, permissions: Permissions): Choices {
  const { existing, create, values, past, unsettled, today = accountDay() } = query
  const linked = listLinked(entity)
  const names = create.split(',').filter(Boolean)
  const chosen = linked.filter(({ name }) => names.includes(name)).map(({ name }) => name)
  if (chosen.length !== names.length) {
    const known = linked.map(({ name }) => name).join(', ')
    throw badField('create', known ? `create can name ${known}` : 'This list has no links')
  }
  const refused = chosen.find((name) => !permissions.has(permissionToChange(name)))
  if (refused) throw forbiddenField('create', getEntity(refused).title)
  if (past !== 'keep' || unsettled !== 'open') requireNearDay('today', today)
  const pastLoads = { today, past, unsettled }
  const same = readSame(linked, query.same)
  const style = { ...readStyle(query), year: readYear(query.year, today) }
  return { existing, create: chosen, values: readValues(entity, values), same, style, pastLoads }
}

export function readStyle({ decimals, days }: Pick<ImportQuery, 'decimals' | 'days'>): ChosenStyle {
  return { decimals: decimals === 'comma' ? ',' : '.', order: days }
}

function readYear(sent: string | undefined, today: Day): YearRule | undefined {
  if (sent === undefined) return undefined
  return sent === 'near' ? { near: today } : { of: Number(sent) }
}

const sameSchema = z.record(
  z.string(),
  z.record(z.string(), z.union([z.int().positive(), z.literal('new')])),
)

function readSame(linked: readonly Entity[], sent: string): SameRecords {
  const lists = sameSchema.safeParse(parseJson(sent)).data
  if (!lists) throw badField('same', 'same must be JSON: a name and its record, by list')
  return new Map(
    Object.entries(lists).map(([list, names]) => {
      const known = linked.find(({ name }) => name === list)
      if (!known) throw badField('same', `This list has no links to "${list}"`)
      if (!Object.keys(names).every(isSavable))
        throw badField('same', "same contains characters that can't be saved")
      return [
        known.name,
        new Map(Object.entries(names).map(([name, id]) => [foldKey(name), id] as const)),
      ] as const
    }),
  )
}

/** The database changes a half of a character to a mark, so that two names become the same. */
function isSavable(name: string): boolean {
  return name.isWellFormed() && !name.includes('\0')
}

type Permissions = ReadonlySet<Permission>

const valuesSchema = z.record(z.string(), z.record(z.string(), z.string()))

/** Returns objects without a prototype, because a word can be "constructor". */
export function readValues(
  { fields }: Pick<ImportList, 'fields'>,
  sent: string,
): Choices['values'] {
  const values = valuesSchema.safeParse(parseJson(sent)).data
  if (!values) throw badField('values', 'values must be JSON: a word and its option, by field')
  const names = Object.keys(values)
  const unknown = names.find((name) => !Object.hasOwn(fields, name) || !fields[name]?.options)
  if (unknown !== undefined) throw badField('values', `Unknown choice "${unknown}"`)
  const entries = Object.entries(values).map(([name, words]) => {
    return [name, Object.assign(Object.create(null) as object, words)]
  })
  return Object.assign(Object.create(null) as object, Object.fromEntries(entries))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Throws 400 for an unknown field, or a field that is chosen twice. */
export function readColumns(
  entity: Pick<ImportList, 'fields'> & { name: string },
  titles: string[],
  sent: string,
): ColumnMatch {
  const { fields } = entity
  const combined = listCombined(entity)
  const names = sent.split(',').map((name) => (name === '' ? null : name))
  const chosen = names.filter((name) => name !== null)
  const unknown = chosen.find(
    (name) => !Object.hasOwn(fields, name) && !Object.hasOwn(combined, name),
  )
  if (unknown !== undefined) throw badField('columns', `Unknown field "${unknown}"`)
  const filled = chosen.flatMap((name) => fieldsOfColumn(entity, name))
  const repeated = filled.find((name, at) => filled.indexOf(name) !== at)
  if (repeated) throw badField('columns', `Two columns are matched to ${fields[repeated]?.label}`)
  if (names.length !== titles.length) {
    throw badField(
      'columns',
      `The file has ${titles.length} columns, but ${names.length} are given`,
    )
  }
  return names
}
