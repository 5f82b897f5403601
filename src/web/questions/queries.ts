/** The office's requests for the questions of payees (SPEC C79). */
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { OfficeQuestion } from '#core/questions/line-questions.ts'
import { requestPage } from '#web/api/client.ts'

export const QUESTIONS = 'questions'

/** The open questions, in pages. */
export const openQuestionsQuery = questionsQuery('open', {})

/** All questions of a statement, in pages. */
export function statementQuestionsQuery(billingId: number) {
  return questionsQuery(billingId, { billingId: String(billingId) })
}

function questionsQuery(key: 'open' | number, match: Record<string, string>) {
  return infiniteQueryOptions({
    queryKey: [QUESTIONS, key],
    queryFn: ({ pageParam: after }) => {
      const query = new URLSearchParams({ ...match, ...(after > 0 && { after: String(after) }) })
      return requestPage<OfficeQuestion>(`/api/questions?${query}`)
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      pages.flatMap(({ rows }) => rows).length < last.total ? last.rows.at(-1)?.id : undefined,
  })
}
