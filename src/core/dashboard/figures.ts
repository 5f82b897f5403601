/** Figures that are declared once: who sees each, and what it is. A role's answer lacks what it does not see (SPEC C73). */
import { z } from 'zod'
import type { Permission } from '#core/team/roles.ts'

/** `of`: the value, figures with their own permissions, or a list of such figures. */
type Figure = { seenBy: Permission; of: z.ZodType | Figures | readonly [Figures] }

export type Figures = { readonly [name: string]: Figure }

/** The values of the figures, for a role that sees all. */
export type FigureValues<Of extends Figures> = {
  -readonly [Name in keyof Of]: Of[Name]['of'] extends z.ZodType<infer Value>
    ? Value
    : Of[Name]['of'] extends readonly [infer Each extends Figures]
      ? FigureValues<Each>[]
      : Of[Name]['of'] extends Figures
        ? FigureValues<Of[Name]['of']>
        : never
}

type Values = Readonly<Record<string, unknown>>

/** The figures that the permissions show. */
export function hideFigures(
  figures: Figures,
  values: Values,
  permissions: ReadonlySet<Permission>,
): Values {
  const hide = (of: Figure['of'], value: unknown): unknown => {
    if (of instanceof z.ZodType) return value
    if (isList(of)) return (value as Values[]).map((one) => hideFigures(of[0], one, permissions))
    return hideFigures(of, value as Values, permissions)
  }
  const seen = Object.entries(figures).filter(([, { seenBy }]) => permissions.has(seenBy))
  return Object.fromEntries(seen.map(([name, { of }]) => [name, hide(of, values[name])]))
}

/** The answer of the API: each figure may be missing. */
export function describeFigures(figures: Figures): z.ZodType<Values> {
  const describe = (of: Figure['of']): z.ZodType => {
    if (of instanceof z.ZodType) return of
    return isList(of) ? z.array(describeFigures(of[0])) : describeFigures(of)
  }
  const described = Object.entries(figures).map(([name, { of }]) => [name, describe(of).optional()])
  return z.object(Object.fromEntries(described) as Record<string, z.ZodType>)
}

function isList(of: Figures | readonly [Figures]): of is readonly [Figures] {
  return Array.isArray(of)
}
