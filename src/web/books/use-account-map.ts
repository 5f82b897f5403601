/** The form of the account map. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCOUNT_KINDS } from '#core/books/account-kinds.ts'
import type { AccountMap, AccountMapping } from '#core/books/books.ts'
import { ApiError, request } from '#web/api/client.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { messageFor } from '#web/api/request-key.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { accountMapQuery } from './queries.ts'

type Names = Pick<AccountMapping, 'account' | 'item'>

const BLANK: Names = { account: '', item: '' }

export function useAccountMap({ accounts, factoring: saved, version }: AccountMap) {
  const [factoring, setFactoring] = useState(saved)
  const [names, setNames] = useState<Record<string, Names>>(() =>
    Object.fromEntries(accounts.map(({ kind, account, item }) => [kind, { account, item }])),
  )
  const [message, setMessage] = useState<string>()
  const saving = useMutation({
    mutationFn: () => {
      const sent = ACCOUNT_KINDS.map(({ kind }) => ({ kind, ...BLANK, ...names[kind] }))
      const headers = { 'If-Match': `"${version}"` }
      return request<AccountMap>('PUT', '/api/books/accounts', {
        body: { accounts: sent, factoring },
        headers,
      })
    },
    onSuccess: (map) => {
      queryClient.setQueryData(accountMapQuery.queryKey, map)
      toast('Account map saved')
      return refetchLists()
    },
    onError: async (error) => {
      const current = await conflictFrom<AccountMap>(error)
      setMessage(
        current ? 'Someone else saved the map. Reload the page to see it.' : describe(error),
      )
    },
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
      if (!saving.isPending) saving.mutate()
    },
    saving: saving.isPending,
    error: message,
  }
}

/** The first message of a field, if there is one. */
function describe(error: Error): string {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {}
  return Object.values(fields)[0]?.[0] ?? messageFor(error)
}
