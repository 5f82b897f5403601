import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AllChecks, CheckedBrokerRow } from '#core/broker-checks/checks.ts'
import { FILE_KINDS, FILES } from '#core/broker-checks/file-kinds.ts'
import { docketKey, usdotKey } from '#core/broker-checks/numbers.ts'
import { formatDay } from '#core/calendar.ts'
import { pluralize } from '#core/pluralize.ts'
import { useMay } from '#web/api/may.tsx'
import { RecordLink } from '#web/records/page/record-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { AnswerBadge } from './answer-badge.tsx'
import { ImportFileDialog } from './import-file-dialog.tsx'
import { allChecksQuery } from './queries.ts'

/** Every broker with what FMCSA files say, and the brokers whose check is overdue (SPEC C228–C233). */
export function BrokerChecksPage() {
  const mayChange = useMay('loads')
  const [importing, setImporting] = useState(false)
  const query = useQuery(allChecksQuery)
  return (
    <Page
      title="Broker Checks"
      description="What FMCSA files say about your brokers. Haulbook is not affiliated with FMCSA or DOT. Checks never block a load."
      actions={mayChange && <Button onClick={() => setImporting(true)}>Import FMCSA File</Button>}
    >
      <Query of={query} skeleton="h-64">
        {(data) => (
          <>
            <ImportedFiles files={data.files} />
            <Brokers checks={data} />
          </>
        )}
      </Query>
      {importing && <ImportFileDialog onClose={() => setImporting(false)} />}
    </Page>
  )
}

function Brokers({ checks: { brokers, dueAfter } }: { checks: AllChecks }) {
  const [params, setParams] = useSearchParams()
  const onlyDue = params.get('show') === 'due'
  const due = brokers.filter((broker) => broker.due)
  return (
    <Card title="Brokers">
      {dueAfter !== null && (
        <CheckLine
          label={`Not checked for ${dueAfter} days (${due.length})`}
          checked={onlyDue}
          onChange={(checked) => setParams(checked ? { show: 'due' } : {})}
        />
      )}
      <BrokerTable brokers={onlyDue ? due : brokers} />
    </Card>
  )
}

const WHAT = {
  authority: 'Broker authority and its status.',
  insurance: 'Bonds and trust funds (BMC-84, BMC-85).',
  census: 'USDOT number, legal name and phone.',
} as const

/** The newest file of each kind, or that there is none. */
function ImportedFiles({ files }: Pick<AllChecks, 'files'>) {
  return (
    <Card
      title="FMCSA Files"
      description="Download them from data.transportation.gov as CSV, then import them here."
    >
      <ul className="grid gap-4 text-sm md:grid-cols-3">
        {FILE_KINDS.map((kind) => {
          const file = files.find((one) => one.kind === kind)
          return (
            <li key={kind} className="min-w-0">
              <h3 className="font-medium">{FILES[kind].label}</h3>
              <p className="text-muted">{WHAT[kind]}</p>
              <a
                className="hit-area text-accent-strong underline"
                href={`https://data.transportation.gov/browse?q=${encodeURIComponent(FILES[kind].source)}`}
                target="_blank"
                rel="noreferrer"
              >
                Find {FILES[kind].source}
              </a>
              {file ? (
                <p className="wrap-anywhere">
                  File of {formatDay(file.day)}: {pluralize(file.found, 'broker')} found in{' '}
                  {pluralize(file.rowCount, 'row')}. Imported by {file.importedBy}.
                </p>
              ) : (
                <p>Not imported.</p>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

/** One line for each broker: its answers with their days, and when it was last checked. */
function BrokerTable({ brokers }: { brokers: CheckedBrokerRow[] }) {
  if (!brokers.length) return <EmptyState title="No brokers" />
  return (
    <ul className="text-sm">
      {brokers.map((broker) => (
        <li
          key={broker.id}
          className="grid gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_minmax(0,1.9fr)_minmax(0,1fr)]"
        >
          <div className="min-w-0 wrap-anywhere">
            <RecordLink to="brokers" id={broker.id}>
              {broker.companyName}
            </RecordLink>
            <p className="text-muted">{describeNumbers(broker)}</p>
          </div>
          <div className="flex flex-wrap content-start items-start gap-1">
            {broker.answers.map((answer) => (
              <AnswerBadge key={answer.kind} answer={answer} />
            ))}
            {broker.answers.length === 0 && <span className="text-muted">No file searched</span>}
          </div>
          <div className="flex flex-wrap content-start items-start gap-x-2 gap-y-1">
            <span>{describeLast(broker)}</span>
            {broker.news > 0 && <Badge tone="waiting">{pluralize(broker.news, 'change')}</Badge>}
            {broker.notes > 0 && <Badge tone="neutral">{pluralize(broker.notes, 'note')}</Badge>}
          </div>
        </li>
      ))}
    </ul>
  )
}

function describeNumbers({ mcNumber, dotNumber }: CheckedBrokerRow): string {
  const numbers = [
    mcNumber && (docketKey(mcNumber) ?? `MC ${mcNumber}`),
    dotNumber && (usdotKey(dotNumber) ?? `USDOT ${dotNumber}`),
  ].filter(Boolean)
  return numbers.join(' · ') || 'No MC or DOT number'
}

function describeLast({ checkedOn, due }: CheckedBrokerRow): string {
  const last = checkedOn ? `Checked ${formatDay(checkedOn)}` : 'Never checked'
  return due ? `${last}, due` : last
}
