/** The requests of required papers (SPEC C129). */
import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  requiredPapersMessages,
  type ChangedRequiredPapers,
  type RequiredPapers,
} from '#core/required-papers/required-papers.ts'
import { request } from '#web/api/client.ts'
import { conflictFrom } from '#web/api/conflict.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { messageFor } from '#web/api/request-key.ts'
import { toast, toastFailure } from '#web/ui/overlays/toast.tsx'

/** The broker's id. Null for the company's rules. */
export type Scope = number | null

export function requiredPapersQuery(brokerId: Scope) {
  return queryOptions({
    queryKey: ['required-papers', brokerId],
    queryFn: () => request<RequiredPapers>('GET', pathOf(brokerId)),
  })
}

/** `saved`: what the toast says, if one rule changed. */
type Save = { values: ChangedRequiredPapers; version: number; saved?: string }

/** Saves the rules and refetches the lists, because the rules decide which papers loads lack. */
export function useSaveRequiredPapers(brokerId: Scope) {
  const { queryKey } = requiredPapersQuery(brokerId)
  return useMutation({
    mutationFn: ({ values, version }: Save) =>
      request<RequiredPapers>('PUT', pathOf(brokerId), {
        body: values,
        headers: { 'If-Match': `"${version}"` },
      }),
    onSuccess: (rules, { saved = 'Required papers saved' }) => {
      queryClient.setQueryData(queryKey, rules)
      toast(saved)
      return refetchLists()
    },
    onError: async (error) => {
      const read = () => request<RequiredPapers>('GET', pathOf(brokerId))
      const current = await conflictFrom(error, read)
      if (current) queryClient.setQueryData(queryKey, current)
      const why = current ? requiredPapersMessages.conflict : messageFor(error)
      toastFailure(requiredPapersMessages.failed, why)
    },
  })
}

function pathOf(brokerId: Scope): string {
  return brokerId === null ? '/api/required-papers' : `/api/brokers/${brokerId}/required-papers`
}
