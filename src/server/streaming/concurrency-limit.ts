/**
 * How much heavy work runs at once. Each export and import keeps a connection of the pool for as long
 * as it runs, and a download for as long as its reader takes: without a bound a few slow ones would
 * leave no connection for anybody's screens.
 */
import { retryLater } from '#server/errors.ts'

export type ConcurrencyLimit = {
  /** Takes a slot and gives what frees it. Throws 429 where the account, or everybody, has taken all. */
  take: (userId: string) => () => void
}

/** At most `perAccount` for one account, `overall` for all of them. `what`: "exports". */
export function createLimit(what: string, perAccount: number, overall: number): ConcurrencyLimit {
  const taken = new Map<string, number>()
  let all = 0

  function free(userId: string) {
    all--
    taken.set(userId, (taken.get(userId) ?? 1) - 1)
    if (taken.get(userId) === 0) taken.delete(userId)
  }

  return {
    take(userId) {
      const own = taken.get(userId) ?? 0
      if (own >= perAccount || all >= overall)
        throw retryLater(429, `Too many ${what} are running.`)
      taken.set(userId, own + 1)
      all++
      let freed = false
      return () => {
        if (!freed) free(userId)
        freed = true
      }
    },
  }
}

/** Of everything that is read for as long as its reader takes: lists, files, ZIPs. */
export const downloads = createLimit('exports', 2, 4)
