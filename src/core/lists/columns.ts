/** What kind of value a list's column holds, which decides how the column is filtered (SPEC B20). */
import type { Control, Field } from '#core/fields/field.ts'

/** `bounds`: filtered from one value to another. `offered`: the screens offer the filter; text is searched instead. */
const COLUMN_KINDS = {
  text: { bounds: false, offered: false },
  choice: { bounds: false, offered: true },
  link: { bounds: false, offered: true },
  presence: { bounds: false, offered: true },
  day: { bounds: true, offered: true },
  amount: { bounds: true, offered: true },
  number: { bounds: true, offered: false },
  year: { bounds: true, offered: false },
  time: { bounds: true, offered: false },
} as const

type Kinds = typeof COLUMN_KINDS
export type ColumnKind = keyof Kinds
export type FilterKind = {
  [K in ColumnKind]: Kinds[K]['offered'] extends true ? K : never
}[ColumnKind]

const KIND_BY_CONTROL: Partial<Record<Control, ColumnKind>> = {
  choice: 'choice',
  reference: 'link',
  day: 'day',
  money: 'amount',
  quantity: 'amount',
  year: 'year',
  count: 'number',
}

export function columnKind({ control, presence }: Pick<Field, 'control' | 'presence'>): ColumnKind {
  if (presence) return 'presence'
  return KIND_BY_CONTROL[control] ?? 'text'
}

export function hasBounds(kind: ColumnKind): boolean {
  return COLUMN_KINDS[kind].bounds
}

export function isOffered(kind: ColumnKind): kind is FilterKind {
  return COLUMN_KINDS[kind].offered
}
