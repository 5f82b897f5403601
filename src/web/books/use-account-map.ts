/** The form of the account map. */
import { useState } from 'react'
import { ACCOUNT_KINDS } from '#core/books/account-kinds.ts'
import type { AccountMap, AccountMapping } from '#core/books/books.ts'
import { ApiError, request } from '#web/api/client.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { messageFor } from '#web/api/request-key.ts'
import { useAction } from '#web/api/use-action.ts'
import { accountMapQuery } from './queries.ts'

type Names = Pick<AccountMapping, 'account' | 'item'>

const BLANK: Names = { account: '', item: '' }

export function useAccountMap({ accounts, factoring: saved, version }: AccountMap) {
  const [factoring, setFactoring] = useState(saved)
  const [names, setNames] = useState<Record<string, Names>>(() =>
    Object.fromEntries(accounts.map(({ kind, account, item }) => [kind, { account, item }])),
  )
  const [message, setMessage] = useState<string>()
  const saving = useAction({
    send: () => {
      const sent = ACCOUNT_KINDS.map(({ kind }) => ({ kind, ...BLANK, ...names[kind] }))
      const headers = { 'If-Match': `"${version}"` }
      return request<AccountMap>('PUT', '/api/books/accounts', {
        body: { accounts: sent, factoring },
        headers,
      })
    },
    done: 'Account map saved',
    onConflict: () => setMessage('Someone else saved the map. Reload the page to see it.'),
    onDone: (map) => queryClient.setQueryData(accountMapQuery.queryKey, map),
    onFailure: (error) => setMessage(describe(error)),
    refetch: refetchLists,
  })

  return {
    factoring,
    setFactoring,
    read: (kind: string): Names => names[kind] ?? BLANK,
    change(kind: string, change: Partial<Names>) {
      setNames((all) => ({ ...all, [kind]: { ...BLANK, ...all[kind], ...change } }))
    },
    /** Keeps the names that were typed. */
    fillSuggestions() {
      setNames((all) =>
        Object.fromEntries(
          ACCOUNT_KINDS.map(({ kind, suggestion, item, label }) => {
            const { account, item: typed } = all[kind] ?? BLANK
            return [kind, { account: account || suggestion, item: typed || (item ? label : '') }]
          }),
        ),
      )
    },
    save() {
      setMessage(undefined)
      saving.run()
    },
    saving: saving.busy,
    error: message,
  }
}

/** The first message of a field, if there is one. */
function describe(error: Error): string {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
  return Object.values(fields)[0]?.[0] ?? messageFor(error)
}
