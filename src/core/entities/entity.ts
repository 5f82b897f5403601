/** The declaration of an entity, and the columns, schemas and form values derived from it. */
import { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import { THIS_YEAR, TODAY } from '#core/fields/fields.ts'
import type { Control, EntityName, Fields, ValuesOf } from '#core/fields/field.ts'

export type Entity<F extends Fields = Fields> = {
  /** The name of the table, the API path and the screen's path. */
  name: EntityName
  /** The name of one record in titles and messages: "Driver". */
  singular: string
  title: string
  description: string
  /** The field that names a record, including in links to it. */
  label: keyof F & string
  fields: F
  columns: readonly Column<keyof F & string>[]
  /** The columns that a phone's card shows beside the first, by their first fields; all columns without it (SPEC C545). */
  card?: readonly (keyof F & string)[]
  /** The filter whose values the screen shows as tabs. It is not offered among the other filters. */
  tabs?: keyof F & string
  /** Predefined views of the list. */
  views?: readonly View[]
  /** The amounts that the list adds up over all matches, with their labels (SPEC C56). */
  totals?: { readonly [Name in keyof F & string]?: string }
  /** Integer columns that the database computes from the fields (SPEC B25). */
  computed?: readonly string[]
  /** Columns of the table that no response has. */
  internal?: readonly string[]
}

/** Anything that is declared like an entity and has a table, for example saved views. */
export type Stored = Pick<
  Entity,
  'singular' | 'label' | 'fields' | 'columns' | 'computed' | 'totals' | 'internal'
> & {
  name: string
  /** A unique value is unique among the records that are equal in these columns. */
  uniqueWithin?: readonly string[]
}

/** The declaration of the list of an entity or of another table. */
export type Listing = Omit<Entity, 'name' | 'computed' | 'internal'> & { name: string }

/** A named search, filter, order and choice of columns. `address`: the query string after the "?". */
export type View = { name: string; address: string }

/** The declaration of a form. `name` is the API path of its records. */
export type FormSpec = { name: string; singular: string; fields: Fields }

/** A column of a list. A field name alone is a column with that field and its label. */
type Column<Name extends string = string> = Name | ColumnOf<Name>

export type ColumnOf<Name extends string = string> = {
  title: string
  /** The fields of the cell. The column sorts by the first. */
  fields: readonly [Name, ...Name[]]
  /** A `period` without an end is one day, an `open-period` goes on. */
  show?: 'avatar' | 'badge' | 'route' | 'period' | 'open-period' | 'instant'
  /** Formats the cell, if the fields alone are not its text. */
  format?: (record: Record<string, unknown>) => string
  second?: SecondLine<Name>
}

/** A cell's smaller second line: another field, or text. It is hidden if it is blank. */
type SecondLine<Name extends string = string> =
  | { field: Name }
  | { format: (record: Record<string, unknown>, today: Day) => string }

/** A record, as the API returns it: money and days as text (SPEC B8, B12, B13). */
export type RecordOf<F extends Fields> = ValuesOf<F> & StoredColumns

type StoredColumns = {
  id: number
  userId: string
  /** Increases with each change (SPEC B22). */
  version: number
  createdAt: string
  updatedAt: string
}

/** A record of any entity, for the generic store and screens. */
export type AnyRecord = StoredColumns & {
  [field: string]: unknown
  /** Keyed by reference field: the label of the linked record, or null. */
  labels: Record<string, string | null>
}

/** Lets the compiler check `label` and `columns` against the fields. */
export function defineEntity<const F extends Fields>(entity: Entity<F>): Entity<F> {
  return entity
}

/** The columns of a list until the user chooses others. */
export function defaultColumns(entity: Pick<Entity, 'fields' | 'columns'>): ColumnOf[] {
  return entity.columns.map((column) =>
    typeof column === 'string'
      ? { title: entity.fields[column]?.label ?? column, fields: [column] }
      : column,
  )
}

/** Every column that can be chosen: the default columns, then the other fields that can be shown. */
export function allColumns(entity: Pick<Entity, 'fields' | 'columns'>): ColumnOf[] {
  const shown = defaultColumns(entity)
  const others = Object.entries(entity.fields)
    .filter(
      ([name, { control, secret }]) =>
        control !== 'none' && !secret && !shown.some((column) => column.fields[0] === name),
    )
    .map(([name, { label, options }]) => ({
      title: label,
      fields: [name] as const,
      ...badgeOption(options),
    }))
  return [...shown, ...others]
}

/** A choice whose options have tones is a status, which is shown as a badge. */
function badgeOption(options: Fields[string]['options'] = []): Pick<ColumnOf, 'show'> {
  return options.some((option) => 'tone' in option) ? { show: 'badge' } : {}
}

/** The fields that link to other records, with the linked entity. */
export function listReferences(fields: Fields): { name: string; to: EntityName }[] {
  return Object.entries(fields).flatMap(([name, { to }]) => (to ? [{ name, to }] : []))
}

/** The fields that a form or a request can set. */
export function settableFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, { kept }]) => !kept))
}

/** The fields that are encrypted at rest (SPEC S13). */
export function listSecrets(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.secret)
}

/** Checks the body of a POST. Omitted optional fields get their stored default; unknown fields are dropped (SPEC B18). */
export function newRecordSchema<F extends Fields>(fields: F): z.ZodType<ValuesOf<F>> {
  return buildSchema(settableFields(fields), ({ schema, defaultValue }) =>
    defaultValue === undefined ? schema : schema.default(() => defaultValue),
  ) as unknown as z.ZodType<ValuesOf<F>>
}

/**
 * Checks the body of a PUT. Omitted optional fields keep their stored value: a client that does not know a field, such as a load's
 * documents, must not erase it.
 */
export function changedRecordSchema<F extends Fields>(fields: F): z.ZodType<Partial<ValuesOf<F>>> {
  return buildSchema(settableFields(fields), ({ schema, defaultValue }) =>
    defaultValue === undefined ? schema : schema.optional(),
  ) as unknown as z.ZodType<Partial<ValuesOf<F>>>
}

/** Describes a record in the API documentation: money and days are text, links are numbers (SPEC B12, B13). */
export function responseSchema(fields: Fields, computed: readonly string[] = []) {
  return z.object({
    id: z.int(),
    userId: z.uuid(),
    ...mapFields(fields, responseField),
    ...Object.fromEntries(computed.map((name) => [name, z.int()])),
    ...(listSecrets(fields).length && { endings: endingsSchema }),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
}

/** The values of fields in a response, as they are stored. */
export function responseShape<F extends Fields>(fields: F) {
  return mapFields(fields, responseField) as { [Name in keyof F]: z.ZodType<ValuesOf<F>[Name]> }
}

export function namesOf<F extends Fields>(fields: F): (keyof F & string)[] {
  return Object.keys(fields)
}

/** A request that must have every field. */
export function requiredSchema<F extends Fields>(fields: F) {
  return z.object(
    mapFields(fields, ({ schema }) => schema) as { [Name in keyof F]: F[Name]['schema'] },
  )
}

const endingsSchema = z
  .record(z.string(), z.string().nullable())
  .optional()
  .describe('Instead of bank details and tax ID: null, "" or the last four characters')

/** The values of an empty form as text (SPEC A5). `today` is the current day in the browser. */
export function initialValues(fields: Fields, today: Day): Record<string, string> {
  return mapFields(fields, ({ formDefault }) => {
    if (formDefault === TODAY) return today
    return formDefault === THIS_YEAR ? today.slice(0, 4) : formDefault
  })
}

/** A record's values as the text of its form. */
export function formValues(
  fields: Fields,
  record: Record<string, unknown>,
): Record<string, string> {
  return mapFields(fields, (_, name) => String(record[name] ?? ''))
}

/** A field that a role can't see is left out of the response (SPEC C73). */
function responseField({ control, defaultValue, label, seenBy }: Fields[string]): z.ZodType {
  const schema =
    typeof defaultValue === 'boolean' ? z.boolean() : (RESPONSE_SCHEMAS[control] ?? z.string())
  const stored = (defaultValue === null ? schema.nullable() : schema).describe(label)
  return seenBy === undefined ? stored : stored.optional()
}

const RESPONSE_SCHEMAS: Partial<Record<Control, z.ZodType>> = {
  reference: z.int(),
  year: z.int(),
  count: z.int(),
  weekday: z.int(),
  none: z.array(z.json()),
}

function buildSchema(fields: Fields, toSchema: (field: Fields[string]) => z.ZodType) {
  return z.object(mapFields(fields, toSchema))
}

function mapFields<To>(fields: Fields, convert: (field: Fields[string], name: string) => To) {
  const entries = Object.entries(fields).map(
    ([name, field]) => [name, convert(field, name)] as const,
  )
  return Object.fromEntries(entries)
}
