/** Compares loads with their rate confirmations before they are settled or billed (SPEC C126, C155). */
import type { Day, Period } from '#core/calendar.ts'
import {
  judgeConfirmation,
  type ConfirmationState,
} from '#core/confirmations/confirmation-state.ts'
import type { LoadTotals } from '#core/confirmations/compare-totals.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readCurrentConfirmations } from '#server/documents/current-confirmations.ts'
import { readKeptTotals } from './read-totals.ts'

type ComparedLoad = LoadTotals & { id: number }

/** Compares each load that has a confirmation with its newest one. Returns the results by load id. */
export async function checkLoads(
  database: Database | Work,
  userId: string,
  loads: readonly ComparedLoad[],
): Promise<Map<number, ConfirmationState>> {
  const ids = loads.map(({ id }) => id)
  const confirmations = await readCurrentConfirmations(database, userId, ids)
  const documentIds = confirmations.map(({ id }) => id)
  const totals = await readKeptTotals(database, userId, documentIds)
  // The newest one of a load comes first.
  const ofLoads = Map.groupBy(confirmations, ({ loadId }) => loadId)
  return new Map(
    loads.flatMap((load) => {
      const [newest] = ofLoads.get(load.id) ?? []
      return newest ? [[load.id, judgeConfirmation(totals.get(newest.id), load)] as const] : []
    }),
  )
}

type SettledLoad = ComparedLoad & {
  number: string
  truckId: number | null
  settlementDate: Day | null
}

/** `number` is the load number. */
export type CheckedLoad = Pick<SettledLoad, 'number' | 'truckId' | 'settlementDate'> & {
  state: ConfirmationState
}

/**
 * Reads the loads with a settlement date in the period whose confirmation has another total than the load, or no known total.
 * They are ordered by load number.
 */
export async function checkSettledLoads(
  database: Database | Work,
  userId: string,
  { from, to }: Period,
): Promise<CheckedLoad[]> {
  const loads: SettledLoad[] = await database
    .selectFrom('loads')
    .select(['id', 'loadId as number', 'truckId', 'settlementDate'])
    .select(['revenue', 'billedTotal', 'chargeCount'])
    .where('userId', '=', userId)
    .where('truckId', 'is not', null)
    .where('settlementDate', '>=', from)
    .where('settlementDate', '<=', to)
    .orderBy('loadId')
    .execute()
  const states = await checkLoads(database, userId, loads)
  return loads.flatMap((load) => {
    const state = states.get(load.id) ?? 'same'
    return state === 'same' ? [] : [{ ...load, state }]
  })
}

export function keyOfSettlement({
  truckId,
  settlementDate,
}: Pick<SettledLoad, 'truckId' | 'settlementDate'>): string {
  return `${truckId} ${settlementDate}`
}
