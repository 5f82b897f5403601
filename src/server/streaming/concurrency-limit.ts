/**
 * Limits how many exports and imports run at once. Each holds a connection of the pool while it runs, a download
 * as long as its client takes to read. Without a limit a few slow clients would leave no connection for the
 * screens.
 */
import { retryLater } from '#server/errors.ts'

export type ConcurrencyLimit = {
  /** Takes a slot and returns the function that releases it. Throws 429 if no slot is free. */
  take: (userId: string) => () => void
}

/** At most `perAccount` slots for one account and `overall` in this process. `what` names them: "exports". */
export function createLimit(what: string, perAccount: number, overall: number): ConcurrencyLimit {
  const byAccount = new Map<string, number>()
  let all = 0

  function release(userId: string) {
    all--
    byAccount.set(userId, (byAccount.get(userId) ?? 1) - 1)
    if (byAccount.get(userId) === 0) byAccount.delete(userId)
  }

  return {
    take(userId) {
      const own = byAccount.get(userId) ?? 0
      if (own >= perAccount || all >= overall)
        throw retryLater(429, `Too many ${what} in progress.`)
      byAccount.set(userId, own + 1)
      all++
      let released = false
      return () => {
        if (!released) release(userId)
        released = true
      }
    },
  }
}

/** A smaller share of `whole`, in which each slot counts too. Throws 429 if either has no free slot. */
export function createShare(
  whole: ConcurrencyLimit,
  ...limits: Parameters<typeof createLimit>
): ConcurrencyLimit {
  const share = createLimit(...limits)
  return {
    take(userId) {
      const release = share.take(userId)
      try {
        const releaseWhole = whole.take(userId)
        return () => {
          releaseWhole()
          release()
        }
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

/** Everything that `streamSnapshot` sends: long lists, files, ZIPs. */
export const downloads = createLimit('exports', 2, 4)

/** Those of truck owners and drivers: one slot of the account is left to its office. */
export const portalDownloads = createShare(downloads, 'downloads', 1, 2)
