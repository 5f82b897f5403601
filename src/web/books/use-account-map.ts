/** The form of the account map. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCOUNT_KINDS } from '#core/books/account-kinds.ts'
import type { AccountMap, AccountMapping } from '#core/books/books.ts'
import { request } from '#web/api/client.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { accountMapQuery } from './queries.ts'

type Names = Pick<AccountMapping, 'account' | 'item'>

const BLANK: Names = { account: '', item: '' }

export function useAccountMap({ accounts, version }: AccountMap) {
  const [names, setNames] = useState<Record<string, Names>>(() =>
    Object.fromEntries(accounts.map(({ kind, account, item }) => [kind, { account, item }])),
  )
  const [conflict, setConflict] = useState<string>()
  const saving = useMutation({
    mutationFn: () => {
      const sent = ACCOUNT_KINDS.map(({ kind }) => ({ kind, ...BLANK, ...names[kind] }))
      const headers = { 'If-Match': `"${version}"` }
      return request<AccountMap>('PUT', '/api/books/accounts', {
        body: { accounts: sent },
        headers,
      })
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(accountMapQuery.queryKey, saved)
      toast('Account map saved')
      return refetchLists()
    },
    onError: async (error) => {
      const current = await conflictFrom<AccountMap>(error)
      setConflict(
        current ? 'Someone else saved the map. Reload the page to see it.' : error.message,
      )
    },
  })

  return {
    read: (kind: string): Names => names[kind] ?? BLANK,
    change(kind: string, change: Partial<Names>) {
      setNames((all) => ({ ...all, [kind]: { ...BLANK, ...all[kind], ...change } }))
    },
    /** Names that were typed stay. */
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
      setConflict(undefined)
      if (!saving.isPending) saving.mutate()
    },
    saving: saving.isPending,
    error: conflict,
  }
}
