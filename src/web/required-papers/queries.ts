/** The requests of required papers (SPEC C129). */
import { queryOptions } from '@tanstack/react-query'
import {
  requiredPapersMessages,
  type ChangedRequiredPapers,
  type RequiredPapers,
} from '#core/required-papers/required-papers.ts'
import { request } from '#web/api/client.ts'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'

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
  return useAction({
    send: ({ values, version }: Save) =>
      request<RequiredPapers>('PUT', pathOf(brokerId), {
        body: values,
        headers: { 'If-Match': `"${version}"` },
      }),
    done: (_, { saved = 'Required documents saved' }) => saved,
    failed: requiredPapersMessages.failed,
    onConflict(current: RequiredPapers) {
      queryClient.setQueryData(queryKey, current)
      return requiredPapersMessages.conflict
    },
    readConflict: () => request<RequiredPapers>('GET', pathOf(brokerId)),
    onDone: (rules) => queryClient.setQueryData(queryKey, rules),
    refetch: refetchLists,
  })
}

function pathOf(brokerId: Scope): string {
  return brokerId === null ? '/api/required-papers' : `/api/brokers/${brokerId}/required-papers`
}
