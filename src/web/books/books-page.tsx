import { useQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AccountMap, ExportBatch } from '#core/books/books.ts'
import type { BooksClosing, ClosedChange } from '#core/books/closing.ts'
import { BOOK_FORMATS } from '#core/books/formats.ts'
import { type Day, formatDay, isDay, monthBefore } from '#core/calendar.ts'
import { formatMoney, toCents } from '#core/money.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { useMay } from '#web/api/may.tsx'
import { queryClient, refetchLists } from '#web/api/queries.ts'
import { today } from '#web/api/today.ts'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { DayInput } from '#web/ui/inputs/day-input.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { restoreFocus } from '#web/ui/overlays/restore-focus.ts'
import { Page } from '#web/ui/page.tsx'
import { Query } from '#web/ui/query.tsx'
import { AccountMapCard } from './account-map-card.tsx'
import { NewFileCard } from './new-file-card.tsx'
import { accountMapQuery, batchesQuery, closedChangesQuery, closingQuery } from './queries.ts'
import { useAccountMap } from './use-account-map.ts'

/** Makes files for the accountant: the records of a period, each in one file only (SPEC C220–C226). */
export function BooksPage() {
  const mayBill = useMay('billing')
  const mayPay = useMay('payroll')
  const map = useQuery(accountMapQuery)
  return (
    <Page
      title="Books"
      description="Files for your accountant’s QuickBooks. Each record is in one file only."
    >
      <Query of={map} skeleton="h-96">
        {(data) => <Books map={data} mayChange={mayBill && mayPay} />}
      </Query>
    </Page>
  )
}

function Books({ map, mayChange }: { map: AccountMap; mayChange: boolean }) {
  const form = useAccountMap(map)
  return (
    <>
      <NewFileCard form={form} mayChange={mayChange} />
      <FilesCard />
      <ClosingCard mayChange={mayChange} />
      <AccountMapCard form={form} isFixed={map.isFactoringFixed} mayChange={mayChange} />
    </>
  )
}

/** The files that were made, newest first. A download has the same bytes each time (SPEC C225). */
function FilesCard() {
  const query = useQuery(batchesQuery)
  return (
    <Card title="Files" description="Import each file once. A second download is the same file.">
      <Query of={query} empty={<EmptyState title="No files yet" />}>
        {(data) => (
          <ul>
            {data.map((batch) => (
              <BatchRow key={batch.id} batch={batch} />
            ))}
          </ul>
        )}
      </Query>
    </Card>
  )
}

function BatchRow({ batch }: { batch: ExportBatch }) {
  const { id, format, from, to, records, parts, debits, madeBy, madeAt } = batch
  const label = BOOK_FORMATS.find(({ value }) => value === format)?.label
  const days = `${formatDay(from)} – ${formatDay(to)}`
  const path = `/api/export-batches/${id}`
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line py-3 text-sm first:border-t-0 first:pt-0">
      <div className="min-w-0">
        <p className="font-medium">
          {days} · {label}
        </p>
        <p className="text-muted">
          {pluralize(records, 'record')}, {formatMoney(toCents(debits))}. Made by {madeBy} on{' '}
          {new Date(madeAt).toLocaleDateString('en-US')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {Array.from({ length: parts }, (_, at) => at + 1).map((part) => (
          <DownloadLink
            key={part}
            href={parts === 1 ? `${path}/file` : `${path}/file?part=${part}`}
            aria-label={
              parts === 1 ? `File of ${days}` : `Part ${part} of ${parts} of the file of ${days}`
            }
          >
            <Download aria-hidden className="size-4" />
            {parts === 1 ? 'File' : `Part ${part} of ${parts}`}
          </DownloadLink>
        ))}
        <DownloadLink href={`${path}/cover`} aria-label={`Cover page of ${days}`}>
          <FileText aria-hidden className="size-4" />
          Cover Page
        </DownloadLink>
      </div>
    </li>
  )
}

/** Closes the books through a day, and lists what was changed up to it later (SPEC C374, C376). */
function ClosingCard({ mayChange }: { mayChange: boolean }) {
  const closing = useQuery(closingQuery)
  const changes = useQuery(closedChangesQuery)
  return (
    <Card
      title="Closed Months"
      description="After a month is closed, every change of money that is dated in it asks for a reason."
    >
      <Query of={[closing, changes]}>
        {([closed, changed]) => (
          <div className="grid gap-4 text-sm">
            <ClosingForm closing={closed} mayChange={mayChange} />
            <ClosedChanges changes={changed} />
          </div>
        )}
      </Query>
    </Card>
  )
}

type ClosingFormProps = { closing: BooksClosing; mayChange: boolean }

/** Proposes the end of the last month. An earlier day than the closed one opens the months after it. */
function ClosingForm({ closing: { closedThrough }, mayChange }: ClosingFormProps) {
  const [through, setThrough] = useState(() => monthBefore(today()).to)
  const saving = useSaveClosing()
  const submit = useRef<HTMLButtonElement>(null)
  const opened = useRef(false)
  // The button Open All Months disappears with the closed day.
  useEffect(() => {
    if (opened.current && closedThrough === null) restoreFocus(submit.current)
    opened.current = false
  }, [closedThrough])
  const error = isDay(through) ? undefined : 'Enter a day'
  const opens = !error && closedThrough !== null && through < closedThrough

  function openAll() {
    if (saving.busy) return
    opened.current = true
    saving.run(null)
  }

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!error) saving.run(through)
      }}
    >
      <p>
        {closedThrough === null ? (
          'No month is closed.'
        ) : (
          <>
            The books are closed through <strong>{formatDay(closedThrough)}</strong>.
          </>
        )}
      </p>
      {!mayChange && <p className="text-muted">Your role can’t close months.</p>}
      {mayChange && (
        <>
          <div className="sm:max-w-xs">
            <Labeled label="Close Through" name="closedThrough" error={error}>
              {(aria) => <DayInput {...aria} value={through} onChange={setThrough} />}
            </Labeled>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button ref={submit} type="submit" aria-disabled={saving.busy}>
              {opens ? 'Open Later Months' : 'Close the Books'}
            </Button>
            {closedThrough !== null && (
              <Button variant="secondary" aria-disabled={saving.busy} onClick={openAll}>
                Open All Months
              </Button>
            )}
          </div>
        </>
      )}
    </form>
  )
}

function useSaveClosing() {
  return useAction({
    send: (closedThrough: Day | null) =>
      request<BooksClosing>('PUT', '/api/books/closing', { body: { closedThrough } }),
    done: ({ closedThrough }) =>
      closedThrough === null ? 'All months are open' : `Closed through ${formatDay(closedThrough)}`,
    failed: 'Failed to save the closed months',
    onDone: (closing) => queryClient.setQueryData(closingQuery.queryKey, closing),
    refetch: refetchLists,
  })
}

function ClosedChanges({ changes }: { changes: ClosedChange[] }) {
  if (!changes.length) return <p className="text-muted">No closed month was changed.</p>
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">Changes to closed months</h3>
        <DownloadLink href="/api/books/closed-changes.csv">CSV</DownloadLink>
      </div>
      <ul>
        {changes.map(({ id, day, what, amount, reason, changedBy, changedAt }) => (
          <li
            key={id}
            className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-line py-2"
          >
            <div className="min-w-0 wrap-anywhere">
              <p>
                {formatDay(day)}: {what}
              </p>
              <p className="text-muted">
                {reason} ({changedBy}, {new Date(changedAt).toLocaleDateString('en-US')})
              </p>
            </div>
            <span className="tabular-nums">{formatMoney(toCents(amount))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
