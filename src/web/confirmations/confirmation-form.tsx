import { useRef, useState } from 'react'
import { type FilledLoad, fillLoad, loadFieldOf } from '#core/confirmations/fill-load.ts'
import { toKeptReading } from '#core/confirmations/kept-reading.ts'
import type { KnownBroker } from '#core/confirmations/match-broker.ts'
import type { Read, ReadField, Reading } from '#core/confirmations/reading.ts'
import { isScan } from '#core/confirmations/scan/scanned-pages.ts'
import type { DocumentFacts } from '#core/documents/documents.ts'
import type { Entity } from '#core/entities/entity.ts'
import type { Fields } from '#core/fields/field.ts'
import { pluralize } from '#core/pluralize.ts'
import { useChargesForm } from '#web/charges/use-charges-form.ts'
import type { Mark } from '#web/confirmations/pdf/pdf-page.tsx'
import { PdfPages } from '#web/confirmations/pdf/pdf-pages.tsx'
import { type KnownLoad, ScanNotice } from '#web/confirmations/scan/scan-notice.tsx'
import type { Scan } from '#web/confirmations/scan/use-scan.ts'
import { findRecognized, rememberPlaces } from '#web/confirmations/teaching/layouts.ts'
import { PointBar } from '#web/confirmations/teaching/point-bar.tsx'
import { PointLayer } from '#web/confirmations/teaching/point-layer.tsx'
import { ReadingAccuracy } from '#web/confirmations/teaching/read-right.tsx'
import { RememberedFields } from '#web/confirmations/teaching/remembered-fields.tsx'
import { toastRemembered } from '#web/confirmations/teaching/toast-remembered.ts'
import { usePointing, withPointed } from '#web/confirmations/teaching/use-pointing.ts'
import { fieldsOn, TABS } from '#web/loads/load-tabs.ts'
import { quickBroker } from '#web/loads/quick-broker.ts'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useLinkedForm } from '#web/records/form/record-form.tsx'
import { type FormRecord, useRecordForm } from '#web/records/form/use-record-form.ts'
import { ConfirmationFields } from './confirmation-fields.tsx'
import { NewBrokerForm } from './new-broker.tsx'
import { countRead, type ReadPaper } from './read-file.ts'
import { StorePaper } from './store-paper.tsx'

type ConfirmationFormProps = {
  entity: Entity
  read: ReadPaper
  /** Null for a broker that the account doesn't have. */
  broker: KnownBroker | null
  /** Null if all pages have text. */
  scan: Scan | null
  /** The load that already has the scanned number. */
  known: KnownLoad | undefined
  /** The document of the inbox that is read. */
  stored: DocumentFacts | undefined
  /** Added to the title: " (2 of 5)". */
  place: string
  onSaved: () => void
  onClose: () => void
}

/** The form of a new load beside the pages it was read from. Nothing is saved before Save (SPEC C124). */
export function ConfirmationForm(props: ConfirmationFormProps) {
  const { entity, read, broker, scan, known, stored, place, onSaved, onClose } = props
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
        {...{ file, stored }}
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
          title: `New Load from a Rate Confirmation${place}`,
          description: describeRead(read, scan),
          save: 'Save',
          saved: 'Load added successfully',
          failed: 'Failed to add load',
        }}
        onSaved={(load) => {
          isSaved.current = true
          setSaved(load)
          onSaved()
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

// The places that are marked on the pages: each value of the form, and the broker.

function listMarks(
  { fields, unsure, totalProblem }: Reading,
  { sources, noteSources }: FilledLoad,
  formFields: Fields,
): Mark[] {
  const labelOf = (name: string) => formFields[name]?.label ?? name
  const toMark = (field: string, read: Read): Mark => ({ field, label: labelOf(field), read })
  const { brokerName } = fields
  return [
    ...Object.entries(sources).map(([field, read]) => toMark(field, read)),
    ...noteSources.map((read) => toMark('notes', read)),
    ...(brokerName ? [{ field: 'brokerName', label: labelOf('brokerId'), read: brokerName }] : []),
    ...(Object.entries(unsure) as [ReadField, Read[]][]).flatMap(([name, reads]) => {
      const field = loadFieldOf(name)
      return field && formFields[field] ? reads.map((read) => toMark(field, read)) : []
    }),
    ...(totalProblem && formFields.revenue
      ? totalProblem.totals.map((read) => toMark('revenue', read))
      : []),
  ]
}
