/**
 * Limits how many exports, imports and transfers of files run at once. An export holds a connection of the pool while it
 * runs, for as long as its client takes to read. Without a limit a few slow clients would leave no connection for the
 * screens.
 */
import { retryLater } from '#server/errors.ts'

export type ConcurrencyLimit = {
  /** Takes a slot and returns the function that releases it. Throws 429 if no slot is free. */
  take: (name: string) => () => void
}

/** At most `perName` slots under one name, such as an account, and `overall` in this process. `what` names them: "exports". */
export function createLimit(what: string, perName: number, overall: number): ConcurrencyLimit {
  const byName = new Map<string, number>()
  let all = 0

  function release(name: string) {
    all--
    byName.set(name, (byName.get(name) ?? 1) - 1)
    if (byName.get(name) === 0) byName.delete(name)
  }

  return {
    take(name) {
      const own = byName.get(name) ?? 0
      if (own >= perName || all >= overall) throw retryLater(429, `Too many ${what} in progress.`)
      byName.set(name, own + 1)
      all++
      let released = false
      return () => {
        if (!released) release(name)
        released = true
      }
    },
  }
}

/** A person outside the office: a truck owner, a driver, or someone with an upload link. `id`: unique within the account. */
type Outsider = { accountId: string; id: string }

export type OutsideLimit = {
  /** Takes a slot and returns the function that releases it. Throws 429 if no slot is free. */
  take: (outsider: Outsider) => () => void
}

type OutsideSlots = { perPerson: number; perAccount: number; overall: number }

/**
 * Slots for people outside the office, apart from the office's. One slow person leaves slots to the others of the account,
 * and one account leaves slots to the others.
 */
export function createOutsideLimit(
  what: string,
  { perPerson, perAccount, overall }: OutsideSlots,
): OutsideLimit {
  const accounts = createLimit(what, perAccount, overall)
  const people = createLimit(what, perPerson, overall)
  return {
    take({ accountId, id }) {
      const leave = people.take(`${accountId} ${id}`)
      try {
        const leaveAccount = accounts.take(accountId)
        return () => {
          leaveAccount()
          leave()
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

/** Everything that `streamSnapshot` sends: long lists, files, ZIPs. */
export const downloads = createLimit('exports', 2, 4)

/** ZIPs of truck owners and drivers. They hold no connection while their clients read. */
export const outsideZips = createOutsideLimit('downloads', {
  perPerson: 1,
  perAccount: 4,
  overall: 16,
})
