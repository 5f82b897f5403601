import { Download } from 'lucide-react'
import type { Run } from '#core/settlements/run.ts'
import { DownloadLink } from '#web/ui/button.tsx'

/** Downloads of the week's statements (ZIP) and of its pay register (CSV) (SPEC C8). */
export function RunFiles({ run: { from, rows } }: { run: Run }) {
  if (!rows.some(({ billing }) => billing)) return null
  return (
    <div className="flex flex-wrap gap-2">
      <DownloadLink href={`/api/settlements/run/statements.zip?week=${from}`}>
        <Download aria-hidden className="size-4" />
        Download Statements (ZIP)
      </DownloadLink>
      <DownloadLink href={`/api/settlements/run/register.csv?week=${from}`}>
        <Download aria-hidden className="size-4" />
        Download Pay Register (CSV)
      </DownloadLink>
    </div>
  )
}
