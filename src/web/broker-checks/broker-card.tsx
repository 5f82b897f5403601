import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { explainAnswer } from '#core/broker-checks/answers.ts'
import type { BrokerChecks } from '#core/broker-checks/checks.ts'
import { FILES } from '#core/broker-checks/file-kinds.ts'
import { formatDay } from '#core/calendar.ts'
import { useMay } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Query } from '#web/ui/query.tsx'
import { AnswerBadge } from './answer-badge.tsx'
import { ManualCheckForm } from './manual-check-form.tsx'
import { ManualChecks } from './manual-checks.tsx'
import { brokerChecksQuery } from './queries.ts'

type BrokerCheckCardProps = {
  brokerId: number
  name: string
  /** Shown first. */
  children?: ReactNode
}

/** What is known about a broker: notes, FMCSA files and manual checks. It blocks nothing (SPEC C228–C233). */
export function BrokerCheckCard({ brokerId, name, children }: BrokerCheckCardProps) {
  const mayChange = useMay('loads')
  const [adding, setAdding] = useState(false)
  const query = useQuery(brokerChecksQuery(brokerId))
  return (
    <Card
      title="Broker Check"
      description={query.data ? describeDue(query.data) : ''}
      actions={
        mayChange && (
          <Button variant="secondary" onClick={() => setAdding(true)}>
            Add Check
          </Button>
        )
      }
    >
      {children}
      <Query of={query}>{(checks) => <Checks checks={checks} mayChange={mayChange} />}</Query>
      {adding && (
        <ManualCheckForm brokerId={brokerId} name={name} onClose={() => setAdding(false)} />
      )}
    </Card>
  )
}

function describeDue({ checkedOn, due }: BrokerChecks): string {
  const last = checkedOn
    ? `Authority checked on ${formatDay(checkedOn)}.`
    : 'Authority never checked.'
  return due ? `${last} A check is due.` : last
}

function Checks({ checks, mayChange }: { checks: BrokerChecks; mayChange: boolean }) {
  const { answers, news, notes, notSearched, manual, links } = checks
  return (
    <div className="grid gap-4 text-sm">
      {answers.length > 0 && (
        <ul className="grid gap-2">
          {answers.map((answer) => (
            <li key={answer.kind} className="grid justify-items-start gap-1">
              <AnswerBadge answer={answer} />
              <span className="text-muted wrap-anywhere">{explainAnswer(answer)}</span>
            </li>
          ))}
        </ul>
      )}
      {answers.length === 0 && (
        <p className="text-muted">
          No FMCSA file was searched for this broker. Import one on{' '}
          <Link className="text-accent-strong underline" to="/broker-checks">
            Broker Checks
          </Link>
          .
        </p>
      )}
      {answers.length > 0 && notSearched.length > 0 && (
        <p className="text-muted">
          Not searched for these numbers: {notSearched.map((kind) => FILES[kind].label).join(', ')}.
          Import the file again.
        </p>
      )}
      <Sentences title="Changed since the previous file" sentences={news} />
      <Sentences title="Notes" sentences={notes} />
      {links.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {links.map(({ key, url }) => (
            <li key={key}>
              <a
                className="hit-area text-accent-strong underline"
                href={url}
                target="_blank"
                rel="noreferrer"
              >
                Official page of {key}
              </a>
            </li>
          ))}
        </ul>
      )}
      <ManualChecks checks={manual} mayChange={mayChange} />
    </div>
  )
}

function Sentences({ title, sentences }: { title: string; sentences: string[] }) {
  if (!sentences.length) return null
  return (
    <div className="grid gap-1">
      <h3 className="font-medium">{title}</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {sentences.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  )
}
