import { Download } from 'lucide-react'
import { DownloadLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** Everything out, for a backup of one's own or another program (SPEC B53). */
export function DataCard() {
  return (
    <Card title="Your data">
      <p className="text-sm text-muted">
        Everything in this account as one ZIP file: each list and the settlements as CSV, the
        company, and every statement as a PDF. Bank details and tax IDs are in it, so keep it safe.
      </p>
      <DownloadLink className="justify-self-start" href="/api/account/export.zip">
        <Download aria-hidden className="size-4" />
        Download everything
      </DownloadLink>
    </Card>
  )
}
