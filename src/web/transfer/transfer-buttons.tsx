import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#core/entity.ts'
import { Button, DownloadLink } from '#web/ui/button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const ImportDialog = onDemand(async () => (await import('./import-dialog.tsx')).ImportDialog)

type TransferButtonsProps = {
  entity: Entity
  /** The list's query: what is exported is what it matches, in its order (SPEC B50). */
  query: Record<string, string>
}

/** A list's way out into a spreadsheet, and in from one. */
export function TransferButtons({ entity, query }: TransferButtonsProps) {
  const [importing, setImporting] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setImporting(true)}>
        <Upload aria-hidden className="size-4" />
        Import CSV
      </Button>
      <DownloadLink href={`/api/${entity.name}/export.csv?${new URLSearchParams(query)}`}>
        <Download aria-hidden className="size-4" />
        Export CSV
      </DownloadLink>
      {importing && <ImportDialog entity={entity} onClose={() => setImporting(false)} />}
    </>
  )
}
