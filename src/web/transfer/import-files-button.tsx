import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const ImportDialog = onDemand(async () => (await import('./import-dialog.tsx')).ImportDialog)

/** Imports files of any lists (SPEC C60). */
export function ImportFilesButton() {
  const [importing, setImporting] = useState(false)
  if (!useMay('import')) return null
  return (
    <>
      <Button variant="secondary" className="justify-self-start" onClick={() => setImporting(true)}>
        <Upload aria-hidden className="size-4" />
        Import Files
      </Button>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}
