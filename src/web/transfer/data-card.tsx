import { Download } from 'lucide-react'
import { DownloadLink } from '#web/api/file-links.tsx'
import { Card } from '#web/ui/card.tsx'

/** Exports the whole account (SPEC B53). */
export function DataCard() {
  return (
    <Card title="Your Data">
      <p className="text-sm text-muted">
        All lists and settlements (CSV), statements, invoices and schedules (PDF) and documents in
        one ZIP. Contains bank details and tax IDs.
      </p>
      <DownloadLink className="justify-self-start" href="/api/account/export.zip">
        <Download aria-hidden className="size-4" />
        Export All Data
      </DownloadLink>
    </Card>
  )
}
