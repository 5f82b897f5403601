import { getEntity } from '#core/entities/entities.ts'
import { ConfirmationForm } from './confirmation-form.tsx'
import { RevisionDialog } from './revision-dialog.tsx'
import { useKnownBroker, useKnownLoad } from './use-known.ts'
import { useScan } from './scan/use-scan.ts'
import type { ReadPaper } from './use-reading.ts'
import { useState } from 'react'

const loads = getEntity('loads')

type ReadConfirmationProps = { read: ReadPaper; onClose: () => void }

/** A load that is known already shows what the paper changes; any other paper fills a new load (SPEC C124, C125). */
export function ReadConfirmation({ read: opened, onClose }: ReadConfirmationProps) {
  const [isNew, setIsNew] = useState(false)
  const [compares, setCompares] = useState(false)
  const { read, scan } = useScan(opened)
  // Its form is open already, perhaps with typed values: it stays.
  const isScanned = scan?.status === 'read'
  const broker = useKnownBroker(read.reading)
  const load = useKnownLoad(read.reading, broker)
  if (!isScanned && (broker === undefined || load === undefined)) return null
  if (load && !isNew && (!isScanned || compares)) {
    return (
      <RevisionDialog entity={loads} {...{ read, load, onClose }} onNew={() => setIsNew(true)} />
    )
  }
  return (
    <ConfirmationForm
      entity={loads}
      {...{ read, scan, onClose }}
      broker={broker ?? null}
      known={
        load && !isNew
          ? { name: String(load.loadId), onCompare: () => setCompares(true) }
          : undefined
      }
    />
  )
}
