import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { explainAnswer } from '#core/broker-checks/answers.ts'
import { type BrokerChecks, MANUAL_RESULTS, manualCheckFields } from '#core/broker-checks/checks.ts'
import { FILES } from '#core/broker-checks/file-kinds.ts'
import { formatDay } from '#core/calendar.ts'
import { useMay } from '#web/api/may.tsx'
import { refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { KeptDocuments } from '#web/documents/shown/kept-documents.tsx'
import { DeleteDialog } from '#web/records/delete/delete-dialog.tsx'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Query } from '#web/ui/query.tsx'
import { AnswerBadge } from './answer-badge.tsx'
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

type ManualCheckFormProps = { brokerId: number; name: string; onClose: () => void }

const NAMES = Object.keys(manualCheckFields)

/** A check that the user made on the official page or by phone (SPEC C232). */
function ManualCheckForm({ brokerId, name, onClose }: ManualCheckFormProps) {
  const model = useRecordForm({ fields: manualCheckFields }, undefined, { text: { day: today() } })
  return (
    <RecordDialog
      entity={{ name: `brokers/${brokerId}/checks`, singular: 'Check' }}
      model={model}
      names={NAMES}
      labels={{
        title: `Check of ${name}`,
        description: 'What you found on the official page or by phone.',
        save: 'Save Check',
        saved: 'Check saved',
        failed: 'Failed to save the check',
      }}
      onClose={onClose}
      onSaved={() => void refetchLists()}
    >
      <FieldGrid model={model} names={NAMES} />
    </RecordDialog>
  )
}

type ManualCheck = BrokerChecks['manual'][number]

/** The manual checks, newest first (SPEC C232). */
function ManualChecks({ checks, mayChange }: { checks: ManualCheck[]; mayChange: boolean }) {
  const [deleted, setDeleted] = useState<ManualCheck>()
  const [goneId, setGoneId] = useState<number>()
  if (!checks.length) return null
  return (
    <div className="grid gap-1">
      <h3 className="font-medium">Manual Checks</h3>
      <ul>
        {checks.map((check) => (
          <li
            key={check.id}
            className="flex items-start justify-between gap-2 border-t border-line py-2 first:border-t-0"
          >
            <div className="min-w-0 grow">
              <p>
                {describe(check)} <span className="text-muted">{check.checkedBy}</span>
              </p>
              {check.note && (
                <p className="text-muted whitespace-pre-wrap wrap-anywhere">{check.note}</p>
              )}
              {/* Hidden while the check is being deleted: its documents would be requested again. */}
              {check.id !== deleted?.id && check.id !== goneId && (
                <div className="mt-2">
                  <KeptDocuments
                    path={`broker-checks/${check.id}/documents`}
                    add="Add Page or PDF"
                    mayChange={mayChange}
                  />
                </div>
              )}
            </div>
            {mayChange && (
              <IconButton
                label={`Delete check of ${formatDay(check.day)}`}
                onClick={() => setDeleted(check)}
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {deleted && (
        <DeleteDialog
          path={`/api/broker-checks/${deleted.id}`}
          singular="Check"
          name={`the check of ${formatDay(deleted.day)}`}
          description={`${describe(deleted)} Documents that are kept with it go to the inbox.`}
          onClose={() => setDeleted(undefined)}
          onResponse={() => setGoneId(deleted.id)}
        />
      )}
    </div>
  )
}

/** "11/20/2026: Authority active." */
function describe({ day, result }: ManualCheck): string {
  const label = MANUAL_RESULTS.find(({ value }) => value === result)?.label
  return `${formatDay(day)}: ${label}.`
}
