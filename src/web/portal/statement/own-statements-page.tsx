import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import type { OwnStatement } from '#core/portal/responses.ts'
import { Empty, Loaded, OlderButton } from '#web/portal/loaded.tsx'
import { PortalPage } from '#web/portal/portal-page.tsx'
import { useMessages } from '#web/portal/portal-user.ts'
import { questionsQuery, statementsQuery } from '#web/portal/queries.ts'
import { Card } from '#web/ui/card.tsx'
import { QuestionItem } from './question-item.tsx'
import { StatementStatus } from './statement-status.tsx'

/** The payee's statements, the latest first, and what the office answered. */
export function OwnStatementsPage() {
  const messages = useMessages()
  const query = useInfiniteQuery(statementsQuery)
  return (
    <PortalPage title={messages.statements}>
      <Loaded query={query}>
        {({ pages }) => {
          const statements = pages.flatMap((page) => page.statements)
          if (statements.length === 0) return <Empty {...messages.noStatements} />
          return (
            <ul className="grid gap-2">
              {statements.map((statement) => (
                <StatementRow key={statement.id} statement={statement} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      <OlderButton query={query} />
      <Questions />
    </PortalPage>
  )
}

function StatementRow({ statement }: { statement: OwnStatement }) {
  const messages = useMessages()
  const { id, number, settlementDate, truck, net } = statement
  return (
    <li>
      <Link
        to={`/portal/statements/${id}`}
        className="flex items-center gap-3 rounded-lg border border-line bg-surface p-3 hover:bg-hover"
      >
        <span className="grid min-w-0 grow gap-0.5">
          <span className="font-medium">{messages.statement(number)}</span>
          <span className="text-sm text-muted wrap-anywhere">
            {formatDay(settlementDate)} · {messages.truck(truck)}
          </span>
        </span>
        <span className="grid justify-items-end gap-1">
          <span className="font-semibold tabular-nums">{formatMoney(toCents(net))}</span>
          <StatementStatus statement={statement} />
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </Link>
    </li>
  )
}

const SHOWN_QUESTIONS = 5

function Questions() {
  const messages = useMessages()
  const { data } = useQuery(questionsQuery)
  if (!data?.length) return null
  return (
    <Card title={messages.questions}>
      <ul className="grid gap-4">
        {data.slice(0, SHOWN_QUESTIONS).map((question) => (
          <li key={question.id} className="grid gap-1">
            <Link
              className="hit-area justify-self-start text-sm font-medium text-accent-strong underline"
              to={`/portal/statements/${question.billingId}`}
            >
              {messages.statement(question.number)}
            </Link>
            <QuestionItem question={question} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
