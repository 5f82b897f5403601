/** The random steps that void a statement, and what every step returns. */
import type { Settlement } from '#core/settlements/settlement.ts'
import { unfreeze } from './frozen-statements.ts'
import type { MoneyState } from './state.ts'

export const CONFIRMED = { confirmed: ['paidOn', 'reference', 'day', 'cashDay', 'year'] }

/** `apply` is called if the status is a success. */
type PreparedVoid = {
  status: number
  apply?: () => Promise<void> | void
  approved?: Settlement
}
/** Undefined if the step is impossible now. */
export type Prepared = (() => Promise<PreparedVoid>) | undefined

export async function prepareVoid(state: MoneyState): Promise<Prepared> {
  const statement = await state.pick('approved', 'paid')
  if (!statement) return undefined
  const sent = { reason: 'Wrong', cash: state.chance.oneOf(['kept', 'reversed']), ...CONFIRMED }
  return async () => {
    const { status } = await state.carrier.client.post(`/api/billing/${statement.id}/void`, sent)
    return { status, apply: () => unfreeze(state, statement.id) }
  }
}

/** The payee keeps the money, and a new draft replaces the statement. */
export async function prepareReplacement(state: MoneyState): Promise<Prepared> {
  const covered = (await state.readAll()).filter(({ paidAmount }) => paidAmount !== '0.00')
  if (covered.length === 0) return undefined
  const statement = state.chance.oneOf(covered)
  const { id, truckId, settlementDate } = statement
  const { carrier, drafts } = state
  return async () => {
    const sent = { reason: 'Wrong', cash: 'kept', ...CONFIRMED }
    const { status } = await carrier.client.post(`/api/billing/${id}/void`, sent)
    const apply = async () => {
      unfreeze(state, id)
      const again = { truckId, settlementDate, startFromDefaults: true }
      const made = await carrier.client.post<Settlement>('/api/billing', again)
      if (made.status === 201) drafts.set(made.body.id, { fuel: 0n, extraPay: 0n })
    }
    return { status, apply }
  }
}
