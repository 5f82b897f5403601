/** Two records of one thing become one: what is asked, and what moves (SPEC C501–C503). */
import { z } from 'zod'
import { settableFields, type AnyRecord, type Entity } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { UNREADABLE } from '#core/fields/fields.ts'
import type { Permission } from '#core/team/roles.ts'

/** The lists whose doubles can be merged, and who may: what names a broker is money that it owes. */
export const MERGED = {
  brokers: 'billing',
  drivers: 'payroll',
  trucks: 'payroll',
} as const satisfies Partial<Record<EntityName, Permission>>

export type MergedName = keyof typeof MERGED

export const MERGED_NAMES = Object.keys(MERGED) as MergedName[]

/** Records whose numbers mean the same: MC-771203 and 771203. */
export const doublesResponse = z.array(
  z.object({
    field: z.string().describe('The field of the number: "mcNumber"'),
    number: z.string().describe('The number as the first record has it'),
    records: z.array(z.object({ id: z.int(), label: z.string() })),
  }),
)

export type Doubles = z.output<typeof doublesResponse>

/** What moves with a merge, by its words, and why it is not possible. */
export const mergeUseResponse = z.object({
  moves: z.array(z.string()).describe('"12 loads"'),
  refusal: z.string().nullable(),
  note: z.string().nullable().describe('What to do elsewhere, as in QuickBooks'),
})

export type MergeUse = z.output<typeof mergeUseResponse>

const MOST_TAKEN = 100

export const mergeSchema = z.object({
  from: z.int('Choose the record to merge').positive('Choose the record to merge'),
  take: z
    .array(z.string().max(MOST_TAKEN), 'take must be a list of fields')
    .max(MOST_TAKEN, `take has at most ${MOST_TAKEN} fields`)
    .default([])
    .describe('Fields that get the value of the record that is merged into this one'),
})

export type MergeRequest = z.output<typeof mergeSchema>

export const mergeMessages = {
  itself: 'A record can’t be merged into itself',
  exported: (name: string) =>
    `Already exported under ${name}: merge the two customers in QuickBooks too.`,
  takes: (name: string) => `Unknown field "${name}"`,
}

/** The fields that both records fill, with different values: the user chooses. A blank value never replaces another one. */
export function listDifferent(
  { fields }: Pick<Entity, 'fields'>,
  kept: AnyRecord,
  other: AnyRecord,
): string[] {
  return Object.keys(settableFields(fields)).filter(
    (name) => !isBlank(kept[name]) && !isBlank(other[name]) && kept[name] !== other[name],
  )
}

/** The values that the kept record gets: those that the user took, and those that it lacks. */
export function mergeValues(
  { fields }: Pick<Entity, 'fields'>,
  kept: AnyRecord,
  other: AnyRecord,
  take: readonly string[],
): Record<string, unknown> {
  const names = Object.keys(settableFields(fields)).filter(
    (name) =>
      !isBlank(other[name]) &&
      kept[name] !== other[name] &&
      (take.includes(name) || isBlank(kept[name])),
  )
  return Object.fromEntries(names.map((name) => [name, other[name]]))
}

/** A secret that can't be decrypted is no value to take. */
function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === UNREADABLE
}
