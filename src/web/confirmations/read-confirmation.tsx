import { useState } from 'react'
import { getEntity } from '#core/entities/entities.ts'
import { ConfirmationForm } from './confirmation-form.tsx'
import { RevisionDialog } from './revision-dialog.tsx'
import { useScan } from './scan/use-scan.ts'
import { useKnownBroker, useKnownLoad } from './use-known.ts'
import { ChooseLoad } from './choose-load.tsx'
import { readLoad, type ReadPaper } from './read-file.ts'

const entity = getEntity('loads')

type ReadConfirmationProps = { read: ReadPaper; onClose: () => void }

/**
 * Shows what the paper changes if its load is already known, else fills a new load (SPEC C124, C125). A form that is open
 * stays open: the user may have typed in it before a scan was read, and its own load is known after the save.
 */
export function ReadConfirmation({ read: opened, onClose }: ReadConfirmationProps) {
  const [shown, setShown] = useState<'form' | 'revision'>()
  const scanned = useScan(opened)
  const [chosen, setChosen] = useState<{ of: ReadPaper; read: ReadPaper }>()
  // A scan has its loads only once it is read.
  const { scan } = scanned
  const read = chosen?.of === scanned.read ? chosen.read : scanned.read
  const loads = read === scanned.read ? read.reading.loads : undefined
  const broker = useKnownBroker(read.reading)
  const load = useKnownLoad(read.reading, broker)
  const isKnown = broker !== undefined && load !== undefined
  const choose = loads && (
    <ChooseLoad
      {...{ loads, onClose }}
      onChoose={(load) => setChosen({ of: scanned.read, read: readLoad(scanned.read, load) })}
    />
  )
  if (choose && shown === undefined) return choose
  if (shown === undefined && isKnown) setShown(load ? 'revision' : 'form')
  if (shown === undefined) return null
  if (shown === 'revision' && load) {
    return <RevisionDialog {...{ entity, read, load, onClose }} onNew={() => setShown('form')} />
  }
  const known = scan?.status === 'read' && load ? load : null
  return (
    <>
      <ConfirmationForm
        entity={entity}
        {...{ read, scan, onClose }}
        broker={broker ?? null}
        known={
          known ? { name: String(known.loadId), onCompare: () => setShown('revision') } : undefined
        }
      />
      {choose}
    </>
  )
}
