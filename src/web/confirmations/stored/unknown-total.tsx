import { ScanText, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ConfirmationState } from '#core/confirmations/confirmation-state.ts'
import type { ConfirmedTotal } from '#core/confirmations/kept-reading.ts'
import type { DocumentFacts } from '#core/documents/documents.ts'
import { readTypedAmount } from '#core/money.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { useAction } from '#web/api/use-action.ts'
import { refetchDocuments } from '#web/documents/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Labeled } from '#web/ui/inputs/labeled.tsx'
import { MoneyInput } from '#web/ui/inputs/money-input.tsx'
import { readNow, useIsBeingRead } from './read-added.ts'

type UnknownState = Exclude<ConfirmationState, 'same' | 'differs'>

const TEXTS: Record<UnknownState, string> = {
  unread: 'The rate confirmation has not been read yet.',
  scan: 'The rate confirmation is a scan. Its total has not been read.',
  unclear: 'The total of the rate confirmation is not clear.',
}

type UnknownTotalProps = { documentId: number; state: UnknownState }

/** Shown if the total of the newest confirmation is not known: it can be read, or typed from the paper (SPEC C155). */
export function UnknownTotal({ documentId, state }: UnknownTotalProps) {
  const mayChange = useMay('loads')
  const isReading = useIsBeingRead(documentId)
  const reading = useAction({
    send: async () => {
      const paper = await request<DocumentFacts>('GET', `/api/documents/${documentId}`)
      await readNow(paper, { ocr: true })
    },
    failed: "Couldn't read the rate confirmation",
    refetch: 'nothing',
  })
  const isBusy = isReading || reading.busy
  return (
    <section
      aria-label="Rate confirmation"
      className="grid gap-3 rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="flex items-center gap-2">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {isBusy ? 'Reading the rate confirmation…' : TEXTS[state]}
        </p>
        {mayChange && state !== 'unclear' && (
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={isBusy}
            onClick={() => !isBusy && reading.run()}
          >
            <ScanText aria-hidden className="size-4" />
            {state === 'scan' ? 'Read the Scan' : 'Read It'}
          </Button>
        )}
      </div>
      {mayChange && !isBusy && <TotalForm documentId={documentId} />}
    </section>
  )
}

/** Takes the total that a person reads on the paper. */
function TotalForm({ documentId }: { documentId: number }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const saving = useTypedTotal(documentId)
  return (
    <form
      noValidate
      className="flex max-w-md flex-wrap items-start gap-x-3 text-ink"
      onSubmit={(event) => {
        event.preventDefault()
        const total = readTypedAmount(typed)
        setError(total === null ? 'Enter the total that the document shows' : undefined)
        if (total !== null) saving.run(total)
      }}
    >
      <Labeled label="Total on the Document" name="total" error={error}>
        {(aria) => <MoneyInput {...aria} adornment="$" value={typed} onChange={setTyped} />}
      </Labeled>
      <Button type="submit" variant="secondary" className="sm:mt-6" aria-disabled={saving.busy}>
        Save Total
      </Button>
    </form>
  )
}

/** Who typed the total, and a button that returns to the total that was read. */
export function TypedTotal({
  documentId,
  typedBy,
}: Pick<ConfirmedTotal, 'documentId' | 'typedBy'>) {
  const mayChange = useMay('loads')
  const removing = useTypedTotal(documentId ?? 0)
  if (documentId === null || typedBy === null) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
      {typedBy} typed the total of the rate confirmation.
      {mayChange && (
        <Button
          variant="ghost"
          size="sm"
          aria-disabled={removing.busy}
          onClick={() => removing.run(null)}
        >
          Remove Typed Total
        </Button>
      )}
    </p>
  )
}

function useTypedTotal(documentId: number) {
  return useAction({
    send: (total: string | null) =>
      request('PUT', `/api/documents/${documentId}/total`, { body: { total } }),
    failed: "Couldn't save the total",
    refetch: refetchDocuments,
  })
}
