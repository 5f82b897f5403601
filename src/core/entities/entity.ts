/** What an entity is, and what is derived from its declaration. Plain data, read by plain functions. */
import { z } from 'zod'
import type { Day } from '#core/calendar.ts'
import {
  THIS_YEAR,
  TODAY,
  type Control,
  type EntityName,
  type Fields,
  type ValuesOf,
} from '#core/fields/fields.ts'

export type Entity<F extends Fields = Fields> = {
  /** The table, the API's path and the screen's path. */
  name: EntityName
  /** "Driver": in titles and messages. */
  singular: string
  /** The screen's title and the line below it. */
  title: string
  description: string
  /** The field by which people call a record; links to it show this. */
  label: keyof F & string
  fields: F
  columns: readonly Column<keyof F & string>[]
  /** Ready-made views of the list. */
  views?: readonly View[]
  /** Whole numbers that the database computes from the fields (SPEC B25). */
  computed?: readonly string[]
}

/** What a list shows: an entity's records, or another table's that is declared alike. */
export type Listing = Omit<Entity, 'name' | 'computed'> & { name: string }

/** A list's search, filters, order and columns under a name. `address`: the list's own, after the "?". */
export type View = { name: string; address: string }

/** What a form makes and changes: records at the API's path `name`, called `one` in its messages. */
export type FormSpec = { name: string; singular: string; fields: Fields }

/** A column of the list; a bare field name stands for a column of its own label. */
type Column<Name extends string = string> = Name | ColumnOf<Name>

export type ColumnOf<Name extends string = string> = {
  title: string
  /** What the cell shows; it sorts by the first. */
  fields: readonly [Name, ...Name[]]
  show?: 'avatar' | 'badge' | 'route' | 'period' | 'instant'
  /** The text of the cell where the fields alone do not say it. */
  words?: (record: Record<string, unknown>) => string
}

/** A stored record as the API answers it, money and days as text (SPEC B8, B12, B13). */
export type RecordOf<F extends Fields> = ValuesOf<F> & StoredColumns

type StoredColumns = {
  id: number
  userId: string
  /** Grows with each change (SPEC B22). */
  version: number
  createdAt: string
  updatedAt: string
}

/** A record of any entity: what the generic store and screens handle. */
export type AnyRecord = StoredColumns & {
  [field: string]: unknown
  /** For each reference: the label of the linked record, null where there is no link. */
  labels: Record<string, string | null>
}

/** Checks the declaration's own names (label, columns) against its fields. */
export function defineEntity<const F extends Fields>(entity: Entity<F>): Entity<F> {
  return entity
}

/** The columns that a list shows until others are chosen. */
export function defaultColumns(entity: Pick<Entity, 'fields' | 'columns'>): ColumnOf[] {
  return entity.columns.map((column) =>
    typeof column === 'string'
      ? { title: entity.fields[column]?.label ?? column, fields: [column] }
      : column,
  )
}

/** Every column that can be chosen: the list's own, then one for each other field that has words. */
export function allColumns(entity: Pick<Entity, 'fields' | 'columns'>): ColumnOf[] {
  const shown = defaultColumns(entity)
  const others = Object.entries(entity.fields)
    .filter(
      ([name, { control, secret }]) =>
        control !== 'none' && !secret && !shown.some((one) => one.fields[0] === name),
    )
    .map(([name, { label, options }]) => ({
      title: label,
      fields: [name] as const,
      ...badgeFor(options),
    }))
  return [...shown, ...others]
}

/** A choice whose options have tones is a status, and shown as a badge. */
function badgeFor(options: Fields[string]['options'] = []): Pick<ColumnOf, 'show'> {
  return options.some((option) => 'tone' in option) ? { show: 'badge' } : {}
}

/** The fields that point to other records: name and the entity they point to. */
export function listReferences(fields: Fields): { name: string; to: EntityName }[] {
  return Object.entries(fields).flatMap(([name, { to }]) => (to ? [{ name, to }] : []))
}

/** The names of the fields that are encrypted at rest (SPEC S13). */
export function listSecrets(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.secret)
}

/** Checks the body of a POST: what may be left out gets its stored default. Unknown names are dropped (SPEC B18). */
export function newRecordSchema<F extends Fields>(fields: F): z.ZodType<ValuesOf<F>> {
  return buildSchema(fields, ({ schema, defaultValue }) =>
    defaultValue === undefined ? schema : schema.default(() => defaultValue),
  ) as unknown as z.ZodType<ValuesOf<F>>
}

/** Checks the body of a PUT: what may be left out and is, keeps its stored value. */
export function changedRecordSchema<F extends Fields>(fields: F): z.ZodType<Partial<ValuesOf<F>>> {
  return buildSchema(fields, ({ schema, defaultValue }) =>
    defaultValue === undefined ? schema : schema.optional(),
  ) as unknown as z.ZodType<Partial<ValuesOf<F>>>
}

/** Describes an answer for the API's page: money and days as text, links as numbers (SPEC B12, B13). */
export function responseSchema(fields: Fields, computed: readonly string[] = []) {
  return z.object({
    id: z.int(),
    userId: z.uuid(),
    ...mapFields(fields, responseField),
    ...Object.fromEntries(computed.map((name) => [name, z.int()])),
    version: z.int(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
}

/** The start values of an empty form, all as text (SPEC A5). `today` is the browser's own day. */
export function initialValues(fields: Fields, today: Day): Record<string, string> {
  const start = (formDefault: string) => {
    if (formDefault === TODAY) return today
    return formDefault === THIS_YEAR ? today.slice(0, 4) : formDefault
  }
  return mapFields(fields, ({ formDefault }) => start(formDefault))
}

/** A stored record as the text of its form. */
export function formValues(
  fields: Fields,
  record: Record<string, unknown>,
): Record<string, string> {
  return mapFields(fields, (_, name) => String(record[name] ?? ''))
}

function responseField({ control, defaultValue, label }: Fields[string]): z.ZodType {
  const shape = ANSWER_SHAPES[control] ?? z.string()
  return (defaultValue === null ? shape.nullable() : shape).describe(label)
}

const ANSWER_SHAPES: Partial<Record<Control, z.ZodType>> = {
  reference: z.int(),
  year: z.int(),
  weekday: z.int(),
  none: z.array(z.json()),
}

function buildSchema(fields: Fields, read: (field: Fields[string]) => z.ZodType) {
  return z.object(mapFields(fields, read))
}

function mapFields<To>(fields: Fields, read: (field: Fields[string], name: string) => To) {
  const entries = Object.entries(fields).map(([name, field]) => [name, read(field, name)] as const)
  return Object.fromEntries(entries)
}
