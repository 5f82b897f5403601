import { useState } from 'react'
import { MAX_PACKETS, packetsZipPath } from '#core/packets/packets.ts'
import { pluralize } from '#core/pluralize.ts'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Button } from '#web/ui/button.tsx'
import type { SendWay } from './send-ways.ts'
import type { Review } from './use-review.ts'

type SendByHandProps = { review: Review; way: SendWay }

/**
 * One ZIP of the packets, of the first hundred if there are more. Only after its download a person can say that they were sent;
 * then the next ones are offered (SPEC C351).
 */
export function SendByHand({ review: { ready, markSent }, way }: SendByHandProps) {
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
