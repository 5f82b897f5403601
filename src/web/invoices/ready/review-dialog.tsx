import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Invoice } from '#core/invoices/responses.ts'
import { addUp, formatMoney } from '#core/money.ts'
import { MAX_PACKETS, packetsZipPath } from '#core/packets/packets.ts'
import { pluralize } from '#core/pluralize.ts'
import { request } from '#web/api/client.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { useMay } from '#web/api/may.tsx'
import { StepsNotice } from '#web/settlements/run/steps-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/inputs/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ReviewList } from './review-list.tsx'
import {
  isByHand,
  listWays,
  mailQuery,
  readWay,
  type SendPurpose,
  type SendWay,
  storeWay,
} from './send-ways.ts'
import { isDone, type Review, type ReviewRow, useReview } from './use-review.ts'

type ReviewDialogProps = { purpose: SendPurpose; invoices: Invoice[]; onClose: () => void }

const DESCRIPTIONS: Record<SendPurpose, string> = {
  approve:
    'Approval gives each invoice its number and locks it. Invoices that you don’t approve stay drafts.',
  send: 'Invoices are sent one by one, each with its packet. Packets that you send yourself are downloaded first. An invoice that was already sent is not sent again.',
}

/** Shows the drafts with their lines, then approves and sends them one after the other (SPEC C165, C246). */
export function ReviewDialog({ purpose, invoices, onClose }: ReviewDialogProps) {
  const review = useReview(invoices)
  const { rows, busy, progress, stop, answer } = review
  const total = formatMoney(addUp(rows.map(({ invoice }) => invoice.total)))
  return (
    <Dialog
      wide
      open
      title={`${purpose === 'send' ? 'Send ' : ''}${pluralize(rows.length, 'Invoice')}, ${total}`}
      description={DESCRIPTIONS[purpose]}
      onOpenChange={(open) => !open && !busy && onClose()}
    >
      {progress && <StepsNotice progress={progress} onStop={stop} />}
      <ReviewList rows={rows} busy={busy} onAnswer={answer} />
      <Destinations rows={rows} />
      <ReviewEnd {...{ review, purpose, onClose }} first={invoices[0]?.id ?? 0} />
    </Dialog>
  )
}

/** How the invoices are sent: the same way as last time, until the user chooses another. */
function useWay(first: number, purpose: SendPurpose) {
  const { data: hasMail, isPending } = useQuery(mailQuery(first))
  const [chosen, setChosen] = useState<SendWay>()
  return {
    ways: listWays(purpose, hasMail ?? false),
    way: chosen ?? readWay(purpose, hasMail ?? false),
    isKnown: !isPending,
    choose(way: string) {
      const next = listWays(purpose, true).find(({ value }) => value === way)?.value
      if (!next) return
      setChosen(next)
      storeWay(next)
    },
  }
}

type ReviewEndProps = {
  review: Review
  purpose: SendPurpose
  first: number
  onClose: () => void
}

/** The main button stays the same element in all steps, so that it keeps the focus. */
function ReviewEnd({ review, purpose, first, onClose }: ReviewEndProps) {
  const { rows, busy, approve } = review
  const { ways, way, isKnown, choose } = useWay(first, purpose)
  const main = useRef<HTMLButtonElement>(null)
  const open = rows.filter((row) => !isDone(row, way)).length
  const hasPackets = isByHand(way) && review.ready.length > 0 && !busy
  useEffect(() => main.current?.focus(), [])
  // A pressed button that is gone, such as "Mark 40 as Sent", leaves the focus nowhere.
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus()
  })
  // A key that was pressed before the ways are known counts once they are.
  const pressed = useRef(false)
  useEffect(() => {
    if (!pressed.current || !isKnown) return
    pressed.current = false
    approve(way)
  }, [isKnown, approve, way])

  return (
    <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-surface p-4 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
      {hasPackets && <SendByHand review={review} way={way} />}
      {!busy && <DeleteDrafts review={review} />}
      <Select
        aria-label={purpose === 'send' ? 'How they are sent' : 'After approval'}
        className="w-auto! max-w-full"
        value={way}
        disabled={busy}
        options={ways}
        onChange={choose}
      />
      <span className="grow" />
      {open > 0 && (
        <Button variant="secondary" aria-disabled={busy} onClick={() => !busy && onClose()}>
          Close
        </Button>
      )}
      <Button
        ref={main}
        aria-disabled={busy}
        onClick={() => {
          if (busy) return
          if (open === 0) onClose()
          else if (isKnown) approve(way)
          else pressed.current = true
        }}
      >
        {labelMainButton(review, way, open)}
      </Button>
    </div>
  )
}

/** Asks for confirmation in the same button. */
function DeleteDrafts({ review: { rows, remove } }: { review: Review }) {
  const [confirming, setConfirming] = useState(false)
  const drafts = rows.filter(({ invoice }) => invoice.state === 'draft').length
  if (drafts === 0) return null
  return (
    <Button
      variant={confirming ? 'danger' : 'secondary'}
      onBlur={() => setConfirming(false)}
      onClick={() => (confirming ? remove() : setConfirming(true))}
    >
      {confirming ? `Delete ${pluralize(drafts, 'Draft')} Permanently` : 'Delete Drafts'}
    </Button>
  )
}

function labelMainButton({ busy, marking, rows, ready }: Review, way: SendWay, open: number) {
  if (marking) return 'Marking...'
  if (busy) return way === 'none' ? 'Approving...' : isByHand(way) ? 'Preparing...' : 'Sending...'
  // Packets that wait to be sent are not done (SPEC C351).
  if (open === 0) return isByHand(way) && ready.length > 0 ? 'Close' : 'Done'
  if (rows.some(({ error }) => error !== undefined)) return `Try Again (${open})`
  const isApproved = rows.every(({ invoice }) => invoice.state !== 'draft')
  if (isByHand(way)) {
    const invoices = pluralize(open, isApproved ? 'Packet' : 'Invoice')
    return `${isApproved ? 'Prepare' : 'Approve'} ${invoices}`
  }
  const verb = isApproved ? 'Send' : way === 'none' ? 'Approve' : 'Approve & Send'
  return `${verb} ${pluralize(open, 'Invoice')}`
}

type NamedFactor = { id: number; name: string }

/** "6 not sent yet, 1 goes to Ridgeline Funding." Shows nothing before the approval, and if all were sent (SPEC C350). */
function Destinations({ rows }: { rows: readonly ReviewRow[] }) {
  const approved = rows.filter(({ invoice }) => invoice.state === 'approved')
  const ofFactors = Map.groupBy(
    approved.filter(({ invoice, sent }) => invoice.factorId !== null && sent?.way === undefined),
    ({ invoice }) => invoice.factorId,
  )
  const mayRead = useMay('invoices')
  const { data: factors = [] } = useQuery({
    queryKey: ['factors', 'names'],
    queryFn: () => request<NamedFactor[]>('GET', '/api/factors'),
    enabled: mayRead && ofFactors.size > 0,
  })
  const unsent = approved.filter(({ invoice, sent }) => !sent && invoice.factorId === null).length
  const texts = [...ofFactors].map(([factorId, some]) => {
    const name = factors.find(({ id }) => id === factorId)?.name ?? 'the factor'
    return `${some.length} ${some.length === 1 ? 'goes' : 'go'} to ${name}`
  })
  const all = [...(unsent ? [`${unsent} not sent yet`] : []), ...texts]
  if (all.length === 0) return null
  return <p role="status" className="text-sm">{`${all.join(', ')}.`}</p>
}

type SendByHandProps = { review: Review; way: SendWay }

/**
 * One ZIP of the packets, of the first hundred if there are more. Only after its download a person can say that they were sent;
 * then the next ones are offered (SPEC C351).
 */
function SendByHand({ review: { ready, markSent }, way }: SendByHandProps) {
  const offered = ready.slice(0, MAX_PACKETS)
  const ids = offered.map(({ invoice }) => invoice.id)
  const [downloaded, setDownloaded] = useState('')
  const hasFiles = downloaded === ids.join()
  return (
    <section
      aria-label="Packets"
      className="flex w-full flex-wrap items-center gap-2 rounded-lg border border-line p-3 text-sm"
    >
      <DownloadLink href={packetsZipPath(ids)} onClick={() => setDownloaded(ids.join())}>
        {`Download ${pluralize(ids.length, 'Packet')} (ZIP)`}
      </DownloadLink>
      {hasFiles ? (
        <>
          <p>{`After you sent ${ids.length === 1 ? 'it' : 'them'}: mark ${ids.length === 1 ? 'this invoice' : `these ${ids.length}`} as sent?`}</p>
          <Button onClick={() => markSent(offered, way)}>{`Mark ${ids.length} as Sent`}</Button>
        </>
      ) : (
        <p className="text-muted">Not sent yet. Download the packets first.</p>
      )}
      {ready.length > ids.length && (
        <p className="text-muted">{`The first ${ids.length} of ${pluralize(ready.length, 'packet')}. Mark them as sent, then download the next.`}</p>
      )}
    </section>
  )
}
