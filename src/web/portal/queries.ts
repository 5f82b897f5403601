/** The portal's requests. Each page requests its data when it opens (SPEC A7.3). */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Language } from '#core/languages.ts'
import type {
  OwnBalance,
  OwnBell,
  OwnDocument,
  OwnLoads,
  OwnPrintedStatement,
  OwnPurchases,
  OwnStatements,
  OwnYear,
  Profile,
} from '#core/portal/responses.ts'
import type { OwnQuestion } from '#core/questions/line-questions.ts'
import { request } from '#web/api/client.ts'

/** Earlier data is shown until the current data arrives. */
const ON_OPENING = { refetchOnMount: 'always' } as const

export const profileQuery = queryOptions({
  ...ON_OPENING,
  queryKey: ['portal', 'profile'],
  queryFn: () => request<Profile>('GET', '/api/portal/profile'),
})

export const statementsQuery = infiniteQueryOptions({
  ...ON_OPENING,
  queryKey: ['portal', 'statements'],
  queryFn: ({ pageParam }) =>
    request<OwnStatements>('GET', `/api/portal/statements${older(pageParam)}`),
  initialPageParam: 0,
  getNextPageParam: ({ statements, more }) => (more ? statements.at(-1)?.id : undefined),
})

export const loadsQuery = infiniteQueryOptions({
  ...ON_OPENING,
  queryKey: ['portal', 'loads'],
  queryFn: ({ pageParam }) => request<OwnLoads>('GET', `/api/portal/loads${older(pageParam)}`),
  initialPageParam: 0,
  getNextPageParam: ({ loads, more }) => (more ? loads.at(-1)?.id : undefined),
})

export function ownPurchasesQuery(language: Language) {
  return infiniteQueryOptions({
    ...ON_OPENING,
    queryKey: ['portal', 'purchases', language],
    queryFn: ({ pageParam }) =>
      request<OwnPurchases>(
        'GET',
        `/api/portal/purchases?language=${language}${pageParam === 0 ? '' : `&before=${pageParam}`}`,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ charged, more }) => (more ? charged.at(-1)?.id : undefined),
  })
}

export function printedStatementQuery(id: number, language: Language) {
  return queryOptions({
    ...ON_OPENING,
    queryKey: ['portal', 'statement', id, language],
    queryFn: () =>
      request<OwnPrintedStatement>('GET', `/api/portal/statements/${id}?language=${language}`),
  })
}

export function ownLoadDocumentsQuery(loadId: number) {
  return queryOptions({
    queryKey: ['portal', 'documents', 'load', loadId],
    queryFn: () => request<OwnDocument[]>('GET', `/api/portal/loads/${loadId}/documents`),
  })
}

/** The documents of the loads on a statement. */
export function statementDocumentsQuery(id: number) {
  return queryOptions({
    queryKey: ['portal', 'documents', 'statement', id],
    queryFn: () => request<OwnDocument[]>('GET', `/api/portal/statements/${id}/documents`),
  })
}

/** The address of a document's file. */
export function ownFile(id: number): string {
  return `/api/portal/documents/${id}/file`
}

/** Its key does not begin with "portal", because reading an answer refetches only the bell. */
export const ownBellQuery = queryOptions({
  queryKey: ['own-bell'],
  queryFn: () => request<OwnBell>('GET', '/api/portal/bell'),
})

export const questionsQuery = queryOptions({
  ...ON_OPENING,
  queryKey: ['portal', 'questions'],
  queryFn: () => request<OwnQuestion[]>('GET', '/api/portal/questions'),
})

export const ownBalancesQuery = queryOptions({
  ...ON_OPENING,
  queryKey: ['portal', 'balances'],
  queryFn: () => request<OwnBalance[]>('GET', '/api/portal/balances'),
})

export function yearQuery(year: number) {
  return queryOptions({
    ...ON_OPENING,
    queryKey: ['portal', 'year', year],
    queryFn: () => request<OwnYear>('GET', `/api/portal/year?year=${year}`),
  })
}

/** `before`: 0 for the first page. */
function older(before: number): string {
  return before === 0 ? '' : `?before=${before}`
}
