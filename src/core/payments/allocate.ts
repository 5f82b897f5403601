/** Allocates an amount of money to statements (SPEC C11). */
import { toAmount, toCents, type Amount, type Cents } from '#core/money.ts'

export type OpenAmount = { id: number; open: Amount }
export type NewPart = { billingId: number; amount: Amount }

/** Covers the statements in order. `rest`: the money that is left after all statements are covered. */
export function allocate(
  statements: readonly OpenAmount[],
  amount: Cents,
): { parts: NewPart[]; rest: Cents } {
  let rest = amount
  const parts: NewPart[] = []
  for (const { id, open } of statements) {
    const used = min(toCents(open), rest)
    if (used <= 0n) continue
    parts.push({ billingId: id, amount: toAmount(used) })
    rest -= used
  }
  return { parts, rest }
}

export function min(one: Cents, other: Cents): Cents {
  return one < other ? one : other
}
