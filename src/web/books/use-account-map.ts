import { useState } from 'react'
import { ACCOUNT_KINDS } from '#core/books/account-kinds.ts'
import type { AccountMap, AccountMapping } from '#core/books/books.ts'
import type { FactoringMethod } from '#core/books/factoring-methods.ts'
import { ApiError, request } from '#web/api/client.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { messageFor } from '#web/api/request-key.ts'
import { useAction } from '#web/api/use-action.ts'
import { accountMapQuery } from './queries.ts'

type Names = Pick<AccountMapping, 'account' | 'item'>

/** What was typed since this version of the map was saved. */
type Typed = {
  version: number
  names: Record<string, Partial<Names>>
  factoring?: FactoringMethod | null
}

export type AccountMapForm = ReturnType<typeof useAccountMap>

/** The account map with what was typed. A map that was never saved starts with the usual names (SPEC C485). */
export function useAccountMap({ accounts, factoring: saved, version }: AccountMap) {
  const [edits, setEdits] = useState<Typed>({ version, names: {} })
  const [message, setMessage] = useState<string>()
  const typed = edits.version === version ? edits : { version, names: {} }
  const factoring = typed.factoring === undefined ? saved : typed.factoring
  const isFirst = version === 0
  const start = isFirst ? usualNames() : toNames(accounts)
  const read = (kind: string): Names => ({ ...BLANK, ...start[kind], ...typed.names[kind] })

  /** Saves what is in the form. `method`: of factored invoices. */
  async function put(method: FactoringMethod | null): Promise<void> {
    const sent = ACCOUNT_KINDS.map(({ kind }) => ({ kind, ...read(kind) }))
    const map = await request<AccountMap>('PUT', '/api/books/accounts', {
      body: { accounts: sent, factoring: method },
      headers: { 'If-Match': `"${version}"` },
    })
    queryClient.setQueryData(accountMapQuery.queryKey, map)
  }

  const saving = useAction({
    send: () => put(factoring),
    done: 'Account map saved',
    onConflict: () => setMessage('Someone else saved the map. Reload the page to see it.'),
    onFailure: (error) => setMessage(describe(error)),
    refetch: refetchLists,
  })

  return {
    /** The map was never saved. */
    isFirst,
    factoring,
    setFactoring: (method: FactoringMethod | null) => setEdits({ ...typed, factoring: method }),
    read,
    change(kind: string, change: Partial<Names>) {
      const names = { ...typed.names, [kind]: { ...typed.names[kind], ...change } }
      setEdits({ ...typed, names })
    },
    hasBlanks: ACCOUNT_KINDS.some(({ kind, item }) => {
      const names = read(kind)
      return !names.account || (item && !names.item)
    }),
    /** Keeps the names that were typed. */
    fillSuggestions() {
      const usual = usualNames()
      const filled = ACCOUNT_KINDS.map(({ kind }): [string, Names] => {
        const { account, item } = read(kind)
        return [
          kind,
          { account: account || usual[kind]?.account || '', item: item || usual[kind]?.item || '' },
        ]
      })
      setEdits({ ...typed, names: Object.fromEntries(filled) })
    },
    put,
    save() {
      setMessage(undefined)
      saving.run()
    },
    saving: saving.busy,
    error: message,
  }
}

const BLANK: Names = { account: '', item: '' }

function toNames(accounts: readonly AccountMapping[]): Record<string, Names> {
  return Object.fromEntries(accounts.map(({ kind, account, item }) => [kind, { account, item }]))
}

function usualNames(): Record<string, Names> {
  const names = ACCOUNT_KINDS.map(({ kind, suggestion, item, label }): [string, Names] => [
    kind,
    { account: suggestion, item: item ? label : '' },
  ])
  return Object.fromEntries(names)
}

/** The first message of a field, if there is one. */
function describe(error: Error): string {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
  return Object.values(fields)[0]?.[0] ?? messageFor(error)
}
