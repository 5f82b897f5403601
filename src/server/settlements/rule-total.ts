/** The database's refusal of a rule that would go past its total, or below what it took (SPEC C2, C5). */
import { constraintOf } from '#server/database/transaction.ts'
import { RequestError } from '#server/errors.ts'

export const RULE_TOTAL = 'expenses_rule_total'

/** Runs what takes lines of a settlement away. Throws 409 where a later one gives back what they took. */
export async function unlessGivenBack<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (constraintOf(error) !== RULE_TOTAL) throw error
    throw new RequestError(409, 'A later settlement gives back what was deducted here')
  }
}
