import { useRef, useState } from 'react'
import { fillLoad } from '#core/confirmations/fill-load.ts'
import { toKeptReading } from '#core/confirmations/kept-reading.ts'
import { isScan } from '#core/confirmations/scan/scanned-pages.ts'
import type { KnownBroker } from '#core/confirmations/match-broker.ts'
import type { Entity } from '#core/entities/entity.ts'
import { useChargesForm } from '#web/charges/use-charges-form.ts'
import { quickBroker } from '#web/loads/quick-broker.ts'
import { fieldsOn, TABS } from '#web/loads/load-tabs.ts'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useLinkedForm } from '#web/records/form/record-form.tsx'
import { useRecordForm, type FormRecord } from '#web/records/form/use-record-form.ts'
import { ConfirmationFields } from './confirmation-fields.tsx'
import { listMarks } from './list-marks.ts'
import { NewBrokerForm } from './new-broker.tsx'
import { pluralize } from '#core/pluralize.ts'
import { PdfPages } from './pdf/pdf-pages.tsx'
import { ScanNotice, type KnownLoad } from './scan/scan-notice.tsx'
import type { Scan } from './scan/use-scan.ts'
import { StorePaper } from './store-paper.tsx'
import { findRecognized, rememberPlaces } from './teaching/layouts.ts'
import { PointBar } from './teaching/point-bar.tsx'
import { PointLayer } from './teaching/point-layer.tsx'
import { ReadingAccuracy } from './teaching/read-right.tsx'
import { RememberedFields } from './teaching/remembered-fields.tsx'
import { toastRemembered } from './teaching/toast-remembered.ts'
import { usePointing, withPointed } from './teaching/use-pointing.ts'
import { countRead, type ReadPaper } from './read-file.ts'

type ConfirmationFormProps = {
  entity: Entity
  read: ReadPaper
  /** Null for a broker that the account doesn't have. */
  broker: KnownBroker | null
  /** Null if all pages have text. */
  scan: Scan | null
  /** The load that already has the scanned number. */
  known: KnownLoad | undefined
  onClose: () => void
}

/** The form of a new load beside the pages it was read from. Nothing is saved before Save (SPEC C124). */
export function ConfirmationForm(props: ConfirmationFormProps) {
  const { entity, read, broker, scan, known, onClose } = props
  const { reading, pdf, file } = read
  const model = useRecordForm(entity, undefined)
  const { create, linkedForm } = useLinkedForm(model, { brokers: quickBroker })
  const names = TABS.flatMap((tab) => fieldsOn(tab, Object.keys(model.fields)))
  const pointing = usePointing(model, read)
  const shown = withPointed(reading, pointing.pointed)
  const filled = fillLoad(shown, new Set(names))
  const recognized = findRecognized(read)
  const charges = useChargesForm({
    form: model.form,
    load: null,
    copyOf: null,
    reveal: () => undefined,
  })
  const [active, setActive] = useState<string | null>(null)
  const [addsBroker, setAddsBroker] = useState(false)
  const [saved, setSaved] = useState<FormRecord>()
  const isSaved = useRef(false)
  const { form, fields } = model
  const labelOf = (name: string) => fields[name]?.label ?? name
  // With charges, the revenue is their sum and can't be pointed at.
  const pointable = active === 'revenue' && charges.rows.length ? null : active
  if (saved) {
    return (
      <StorePaper
        file={file}
        load={{ id: saved.id, name: String(saved[entity.label]) }}
        reading={{
          ...toKeptReading(reading, form.getValues(), isScan(read.pages)),
          total: shown.fields.total?.value ?? null,
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <>
      <RecordDialog
        entity={entity}
        model={model}
        names={names}
        parts={charges.parts}
        labels={{
          title: 'New Load from a Rate Confirmation',
          description: describeRead(read, scan),
          save: 'Save',
          saved: 'Load added successfully',
          failed: "Couldn't add this load",
        }}
        onSaved={(load) => {
          isSaved.current = true
          setSaved(load)
          const { brokerId } = model.labels
          toastRemembered(
            rememberPlaces(read, pointing.pointed, form.getValues(), brokerId),
            labelOf,
          )
        }}
        // After a save, StorePaper closes the form when the file is stored.
        onClose={() => isSaved.current || onClose()}
        aside={
          <PdfPages
            {...{ pdf, active }}
            marks={listMarks(shown, filled, fields)}
            bar={(zoom) => (
              <PointBar {...{ pointing, active: pointable, labelOf }}>{zoom}</PointBar>
            )}
            layer={(page, size) =>
              pointing.field !== null && (
                <PointLayer size={size} onPoint={(box) => pointing.take(page, box)} />
              )
            }
            onPick={(name) => form.setFocus(name === 'brokerName' ? 'brokerId' : name)}
          />
        }
      >
        {scan && <ScanNotice {...{ scan, read, known }} />}
        <RememberedFields layouts={recognized} />
        {broker && <ReadingAccuracy broker={broker} />}
        <ConfirmationFields
          {...{ model, names, filled, reading, broker, create, charges }}
          onActive={setActive}
          onAddBroker={() => setAddsBroker(true)}
        />
      </RecordDialog>
      {linkedForm}
      {addsBroker && (
        <NewBrokerForm
          reading={reading}
          onClose={() => setAddsBroker(false)}
          onSaved={(added) => {
            model.setLabel('brokerId', String(added.companyName))
            form.setValue('brokerId', String(added.id), { shouldDirty: true })
          }}
        />
      )}
    </>
  )
}

function describeRead({ reading, file }: ReadPaper, scan: Scan | null): string {
  const read = countRead(reading)
  if (scan && !read) return `No value was read from ${file.name}. Enter the load yourself.`
  return `${pluralize(read, 'value')} read from ${file.name}. Check them, then save.`
}
