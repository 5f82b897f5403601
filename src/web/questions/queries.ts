/** The office's requests about questions of payees (SPEC C79). */
import { queryOptions } from '@tanstack/react-query'
import type { OfficeQuestion } from '#core/questions/line-questions.ts'
import { request } from '#web/api/client.ts'

export const QUESTIONS = 'questions'

export const openQuestionsQuery = queryOptions({
  queryKey: [QUESTIONS, 'open'],
  queryFn: () => request<OfficeQuestion[]>('GET', '/api/questions'),
})

export function statementQuestionsQuery(billingId: number) {
  return queryOptions({
    queryKey: [QUESTIONS, billingId],
    queryFn: () => request<OfficeQuestion[]>('GET', `/api/questions?billingId=${billingId}`),
  })
}
