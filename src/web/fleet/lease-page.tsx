import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { formatDay } from '#core/calendar.ts'
import { leases } from '#core/fleet/leases.ts'
import { OnlyFor, useMay } from '#web/api/may.tsx'
import { ApiError } from '#web/api/client.ts'
import { useAction } from '#web/api/use-action.ts'
import { KeptDocuments } from '#web/documents/shown/kept-documents.tsx'
import { RowForms, type OpenedRow } from '#web/records/form/row-forms.tsx'
import { HistoryButton } from '#web/records/history/history-button.tsx'
import { readPathId } from '#web/records/page/page-address.ts'
import { Facts, RecordFacts } from '#web/records/page/record-facts.tsx'
import { NotFound } from '#web/records/page/record-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { leaseDefaultsQuery, leaseQuery, saveTerms, type StoredLease } from './queries.ts'
import { TermsCard } from './terms-card.tsx'

const FACTS = ['truckId', 'ownerId', 'startsOn', 'endsOn', 'pay', 'rate', 'notes']

/** The page of a lease: its days and pay, what is charged back, and the signed copy (SPEC C523–C526). */
export function LeasePage() {
  const id = readPathId(useParams().id)
  const query = useQuery({ ...leaseQuery(id ?? 0), enabled: id !== null })
  const { data, error } = query
  if (id === null || (error instanceof ApiError && error.status === 404))
    return <NotFound singular="Lease" />
  if (!data)
    return (
      <Page title="Lease">
        <Query of={query} skeleton="h-64" />
      </Page>
    )
  return <LoadedLease key={id} lease={data} />
}

function LoadedLease({ lease }: { lease: StoredLease }) {
  const { id, labels, startsOn } = lease
  return (
    <Page
      title={`Lease of Truck ${labels.truckId}, ${labels.ownerId}`}
      description={`From ${formatDay(String(startsOn))}`}
      actions={<Actions lease={lease} />}
    >
      <Card title="Details">
        <Facts>
          <RecordFacts entity={leases} record={lease} names={FACTS} />
        </Facts>
      </Card>
      <ChargeBacks lease={lease} />
      <Card title="Signed Copy" description="The lease as it was signed, with its addenda.">
        <KeptDocuments
          path={`leases/${id}/documents`}
          add="Add Signed Copy"
          mayChange={useMay('payroll')}
          empty="Missing: no signed copy yet."
        />
      </Card>
    </Page>
  )
}

function Actions({ lease }: { lease: StoredLease }) {
  const [opened, setOpened] = useState<OpenedRow>()
  const navigate = useNavigate()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <HistoryButton path={leases.name} id={lease.id} />
      <OnlyFor permission="payroll">
        <Button onClick={() => setOpened({ form: 'edit', record: lease })}>
          <Pencil aria-hidden className="size-4" />
          Edit
        </Button>
      </OnlyFor>
      <RowForms
        listing={leases}
        opened={opened}
        onOpen={setOpened}
        onDeleted={() => void navigate('/leases')}
      />
    </div>
  )
}

/** The charge-backs of the lease, or the account's while it has none. */
function ChargeBacks({ lease }: { lease: StoredLease }) {
  const query = useQuery(leaseDefaultsQuery)
  const [asking, setAsking] = useState(false)
  const isOwn = lease.terms.length > 0
  const reset = useAction({
    send: () => saveTerms(lease, []),
    done: 'Charge-backs saved',
    failed: 'Failed to save the charge-backs',
    onDone: () => setAsking(false),
    onFailure: () => setAsking(false),
  })
  return (
    <>
      <Query of={query} skeleton="h-64">
        {(defaults) => (
          <TermsCard
            title="Charge-Backs"
            description="What the owner pays for purchases on your cards, and what of the discount is passed on."
            terms={isOwn ? lease.terms : defaults.terms}
            byDefault={!isOwn}
            save={(terms) => saveTerms(lease, terms)}
            {...(isOwn ? { reset: { label: 'Use Default', ask: () => setAsking(true) } } : {})}
          />
        )}
      </Query>
      <ConfirmDialog
        open={asking}
        title="Use the default charge-backs?"
        description="Those of this lease are removed."
        confirm={reset.busy ? 'Removing...' : 'Use Default'}
        busy={reset.busy}
        onConfirm={() => reset.run()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
