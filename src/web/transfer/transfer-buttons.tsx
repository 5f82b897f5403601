import { ArrowDownUp, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Entity } from '#core/entities/entity.ts'
import { useMay, useMayChange } from '#web/api/may.tsx'
import { Button } from '#web/ui/button.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { ExportLinks } from './export-link.tsx'

const ImportDialog = onDemand(async () => (await import('./import-dialog.tsx')).ImportDialog)

type TransferButtonsProps = { entity: Entity; query: Record<string, string> }

/** The Import File and Export CSV buttons of a list, if the user may use them. A phone has them behind one button. */
export function TransferButtons(props: TransferButtonsProps) {
  const [importing, setImporting] = useState(false)
  const isPhone = usePhone()
  const Buttons = isPhone ? TransferMenu : TransferRow
  return (
    <>
      <Buttons {...props} onImport={() => setImporting(true)} />
      {importing && <ImportDialog entity={props.entity} onClose={() => setImporting(false)} />}
    </>
  )
}

type ButtonsProps = TransferButtonsProps & { onImport: () => void }

function TransferRow({ entity, query, onImport }: ButtonsProps) {
  const mayImport = useMayImport(entity)
  return (
    <>
      {mayImport && (
        <Button variant="secondary" title="Import CSV or Excel" onClick={onImport}>
          <Upload aria-hidden className="size-4" />
          <span className="max-xl:sr-only">Import File</span>
        </Button>
      )}
      <ExportLinks name={entity.name} query={query} />
    </>
  )
}

function TransferMenu({ entity, query, onImport }: ButtonsProps) {
  const [open, setOpen] = useState(false)
  const mayImport = useMayImport(entity)
  const mayExport = useMay('export')
  if (!mayImport && !mayExport) return null

  function importFile() {
    setOpen(false)
    onImport()
  }

  return (
    <Popover
      label="Import and export"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary" aria-label="Import and export">
          <ArrowDownUp aria-hidden className="size-4" />
        </Button>
      }
    >
      <div className="grid gap-2 [&_span]:not-sr-only">
        {mayImport && (
          <Button variant="secondary" onClick={importFile}>
            <Upload aria-hidden className="size-4" />
            Import File
          </Button>
        )}
        <ExportLinks name={entity.name} query={query} />
      </div>
    </Popover>
  )
}

function useMayImport({ name }: Entity): boolean {
  const mayImport = useMay('import')
  return useMayChange(name) && mayImport
}
