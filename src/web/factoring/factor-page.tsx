/** The page of one factor: invoices ready for it, schedules, and its account (SPEC C212, C216). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { factors } from '#core/factoring/factors.ts'
import type { Factor } from '#core/factoring/responses.ts'
import { addUp, formatMoney, toCents } from '#core/money.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { KeptDocuments } from '#web/documents/shown/kept-documents.tsx'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { FactorAccountCard } from './account-card.tsx'
import { DeleteFactoringDialog } from './delete-dialog.tsx'
import { describeFactor } from './factoring-page.tsx'
import { FileForm } from './file-form.tsx'
import { InvoiceLink } from './invoice-link.tsx'
import { boughtQuery, factorQuery } from './queries.ts'
import { ReadyCard } from './ready-card.tsx'
import { listToForward, makeForwardRows } from './report-entries.ts'
import { ReportForm } from './report-form.tsx'
import { SchedulesCard } from './schedules-card.tsx'

export function FactorPage() {
  const id = Number(useParams()['id'])
  const query = useQuery(factorQuery(id))
  const { data } = query
  if (!data)
    return (
      <Page title="Factor">
        <Query of={query} skeleton="h-40" />
      </Page>
    )
  return (
    <Page title={data.name} description={describeFactor(data)} actions={<Actions factor={data} />}>
      <ForwardCard factor={data} />
      <ReadyCard factor={data} />
      <SchedulesCard factorId={id} />
      <FactorAccountCard factor={data} />
      <Printed factor={data} />
      <ReleaseLetters factorId={id} />
    </Page>
  )
}

type Open = 'edit' | 'file' | 'delete'

function Actions({ factor }: { factor: Factor }) {
  const [open, setOpen] = useState<Open>()
  const navigate = useNavigate()
  const close = () => setOpen(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      <HistoryButton path="factors" id={factor.id} />
      <OnlyFor permission="billing">
        <Button variant="secondary" onClick={() => setOpen('file')}>
          CSV Columns
        </Button>
        <Button variant="secondary" onClick={() => setOpen('delete')}>
          Delete
        </Button>
        <Button onClick={() => setOpen('edit')}>Edit</Button>
      </OnlyFor>
      {open === 'edit' && <RecordForm entity={factors} record={factor} onClose={close} />}
      {open === 'file' && <FileForm factor={factor} onClose={close} />}
      {open === 'delete' && (
        <DeleteFactoringDialog
          path={`/api/factors/${factor.id}`}
          name={factor.name}
          onClose={close}
          onDeleted={() => void navigate('/factoring')}
        />
      )}
    </div>
  )
}

/** What invoices print. */
function Printed({ factor: { remitTo, notice, email, clientNumber } }: { factor: Factor }) {
  return (
    <Card title="On Invoices" description="Approved invoices keep what they printed.">
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        <Fact label="Remit To" value={remitTo} />
        <Fact label="Notice of Assignment" value={notice} />
        {email && <Fact label="Email" value={email} />}
        {clientNumber && <Fact label="Client Number" value={clientNumber} />}
      </dl>
    </Card>
  )
}

/** An approved invoice keeps its remit-to (decision 0042). */
function ReleaseLetters({ factorId }: { factorId: number }) {
  return (
    <Card
      title="Release Letters"
      description="The factor’s letters that return invoices. An approved invoice keeps its remit-to: to have it paid to someone else, credit and rebill it."
    >
      <KeptDocuments
        path={`factors/${factorId}/documents`}
        add="Add Release Letter"
        mayChange={useMay('billing')}
        empty="No release letters yet."
      />
    </Card>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="font-medium">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line text-muted">{value}</dd>
    </div>
  )
}

/** What brokers paid the carrier although the factor bought the invoices. Shows nothing if everything was forwarded (SPEC C333). */
function ForwardCard({ factor }: { factor: Factor }) {
  const { data } = useQuery(boughtQuery(factor.id))
  const [forwarding, setForwarding] = useState(false)
  const invoices = listToForward(data?.invoices ?? [])
  if (!invoices.length) return null
  const total = formatMoney(addUp(invoices.map(({ toForward }) => toForward)))
  return (
    <Card
      title={`${total} to Forward to ${factor.name}`}
      description={`Brokers paid you for invoices that ${factor.name} bought. The money belongs to ${factor.name}.`}
    >
      <ul className="grid gap-1 text-sm" aria-label="Invoices whose broker paid you">
        {invoices.map(({ id, number, brokerName, toForward }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              <InvoiceLink id={id}>Invoice {number}</InvoiceLink> · {brokerName}
            </span>
            <span className="tabular-nums">{formatMoney(toCents(toForward))}</span>
          </li>
        ))}
      </ul>
      <OnlyFor permission="billing">
        <div>
          <Button variant="secondary" onClick={() => setForwarding(true)}>
            Forward {total}
          </Button>
        </div>
      </OnlyFor>
      {forwarding && (
        <ReportForm
          factor={factor}
          start={makeForwardRows(invoices)}
          onClose={() => setForwarding(false)}
        />
      )}
    </Card>
  )
}
