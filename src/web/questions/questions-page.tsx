import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { statementAddress } from '#core/settlements/history.ts'
import type { OfficeQuestion } from '#core/questions/line-questions.ts'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Query } from '#web/ui/query.tsx'
import { Page } from '#web/ui/page.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { openQuestionsQuery } from './queries.ts'
import { QuestionThread } from './question-thread.tsx'

/** The questions that payees asked and no one has answered, oldest first (SPEC C79). */
export function QuestionsPage() {
  const query = useInfiniteQuery(openQuestionsQuery)
  const questions = query.data?.pages.flatMap(({ rows }) => rows)
  return (
    <Page title="Questions" description="What truck owners and drivers ask about their statements.">
      <Card>
        <Query of={query} skeleton="h-32" />
        {questions?.length === 0 && <EmptyState title="No open questions" />}
        {questions && questions.length > 0 && (
          <ul className="grid gap-6">
            {questions.map((question) => (
              <li key={question.id} className="grid gap-1">
                <Heading question={question} />
                <QuestionThread question={question} />
              </li>
            ))}
          </ul>
        )}
        <ShowMore query={query} />
      </Card>
    </Page>
  )
}

function Heading({ question }: { question: OfficeQuestion }) {
  const { billingId, number, truck, payeeName } = question
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <Link
        className="hit-area font-medium text-accent-strong underline"
        to={statementAddress(billingId)}
      >
        Statement #{number}
      </Link>
      <span className="text-muted wrap-anywhere">
        {[payeeName, `truck ${truck}`].filter(Boolean).join(' · ')}
      </span>
    </p>
  )
}
