import { useQuery } from '@tanstack/react-query'
import { Card } from '#web/ui/card.tsx'
import { statementQuestionsQuery } from './queries.ts'
import { QuestionThread } from './question-thread.tsx'

/** The questions about one statement. Nothing if there are none. */
export function StatementQuestions({ billingId }: { billingId: number }) {
  const { data } = useQuery(statementQuestionsQuery(billingId))
  if (!data?.length) return null
  return (
    <Card title="Questions" description="Asked by the payee. The answer appears in their portal.">
      <ul className="grid gap-3">
        {data.map((question) => (
          <li key={question.id}>
            <QuestionThread question={question} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
