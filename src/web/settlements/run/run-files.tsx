import { Download } from 'lucide-react'
import type { Run } from '#core/settlements/run.ts'
import { DownloadLink } from '#web/ui/button.tsx'

/** The week's statements as one ZIP, and whom to pay what (SPEC C8). */
export function RunFiles({ run: { from, rows } }: { run: Run }) {
  if (!rows.some(({ billing }) => billing)) return null
  return (
    <div className="flex flex-wrap gap-2">
      <DownloadLink href={`/api/settlements/run/statements.zip?week=${from}`}>
        <Download aria-hidden className="size-4" />
        All PDFs
      </DownloadLink>
      <DownloadLink href={`/api/settlements/run/register.csv?week=${from}`}>
        <Download aria-hidden className="size-4" />
        Pay Register
      </DownloadLink>
    </div>
  )
}
