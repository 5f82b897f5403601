/** The portal's requests. Each page is read when it is opened (SPEC V8). */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Language } from '#core/languages.ts'
import type {
  OwnBalance,
  OwnDocument,
  OwnLoads,
  OwnPaper,
  OwnStatements,
  OwnYear,
  Profile,
} from '#core/portal/responses.ts'
import type { LineQuestion } from '#core/questions/line-questions.ts'
import { request } from '#web/api/client.ts'

export const profileQuery = queryOptions({
  queryKey: ['portal', 'profile'],
  queryFn: () => request<Profile>('GET', '/api/portal/profile'),
})

export const statementsQuery = infiniteQueryOptions({
  queryKey: ['portal', 'statements'],
  queryFn: ({ pageParam }) =>
    request<OwnStatements>('GET', `/api/portal/statements${older(pageParam)}`),
  initialPageParam: 0,
  getNextPageParam: ({ statements, more }) => (more ? statements.at(-1)?.id : undefined),
})

export const loadsQuery = infiniteQueryOptions({
  queryKey: ['portal', 'loads'],
  queryFn: ({ pageParam }) => request<OwnLoads>('GET', `/api/portal/loads${older(pageParam)}`),
  initialPageParam: 0,
  getNextPageParam: ({ loads, more }) => (more ? loads.at(-1)?.id : undefined),
})

export function paperQuery(id: number, language: Language) {
  return queryOptions({
    queryKey: ['portal', 'statement', id, language],
    queryFn: () => request<OwnPaper>('GET', `/api/portal/statements/${id}?language=${language}`),
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

export const questionsQuery = queryOptions({
  queryKey: ['portal', 'questions'],
  queryFn: () => request<LineQuestion[]>('GET', '/api/portal/questions'),
})

export const ownBalancesQuery = queryOptions({
  queryKey: ['portal', 'balances'],
  queryFn: () => request<OwnBalance[]>('GET', '/api/portal/balances'),
})

export function yearQuery(year: number) {
  return queryOptions({
    queryKey: ['portal', 'year', year],
    queryFn: () => request<OwnYear>('GET', `/api/portal/year?year=${year}`),
  })
}

/** `before`: 0 for the first page. */
function older(before: number): string {
  return before === 0 ? '' : `?before=${before}`
}
