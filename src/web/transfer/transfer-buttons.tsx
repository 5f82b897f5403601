import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#core/entities/entity.ts'
import { useMay, useMayChange } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ExportLink } from './export-link.tsx'

const ImportDialog = onDemand(async () => (await import('./import-dialog.tsx')).ImportDialog)

type TransferButtonsProps = { entity: Entity; query: Record<string, string> }

/** The Import File and Export CSV buttons of a list, if the user may use them. */
export function TransferButtons({ entity, query }: TransferButtonsProps) {
  const [importing, setImporting] = useState(false)
  const mayImport = useMay('import')
  const mayChange = useMayChange(entity.name)
  return (
    <>
      {mayImport && mayChange && (
        <Button variant="secondary" title="Import CSV or Excel" onClick={() => setImporting(true)}>
          <Upload aria-hidden className="size-4" />
          <span className="max-xl:sr-only">Import File</span>
        </Button>
      )}
      <ExportLink name={entity.name} query={query} />
      {importing && <ImportDialog entity={entity} onClose={() => setImporting(false)} />}
    </>
  )
}
