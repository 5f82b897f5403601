import { useInfiniteQuery } from '@tanstack/react-query'
import { Card } from '#web/ui/card.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { statementQuestionsQuery } from './queries.ts'
import { QuestionThread } from './question-thread.tsx'

/** The questions about one statement. Renders nothing if there are none. */
export function StatementQuestions({ billingId }: { billingId: number }) {
  const query = useInfiniteQuery(statementQuestionsQuery(billingId))
  const questions = query.data?.pages.flatMap(({ rows }) => rows) ?? []
  if (questions.length === 0) return null
  return (
    <Card title="Questions" description="Asked by the payee. The answer appears in their portal.">
      <ul className="grid gap-3">
        {questions.map((question) => (
          <li key={question.id}>
            <QuestionThread question={question} />
          </li>
        ))}
      </ul>
      <ShowMore query={query} />
    </Card>
  )
}
