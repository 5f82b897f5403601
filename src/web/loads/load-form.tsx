import { useState } from 'react'
import { entityNamed } from '#core/entities.ts'
import type { AnyRecord } from '#core/entity.ts'
import { RecordDialog } from '#web/records/record-dialog.tsx'
import { FieldGrid, RecordForm, type RecordFormProps } from '#web/records/record-form.tsx'
import { shownFields } from '#web/records/field-control.tsx'
import { useRecordForm } from '#web/records/use-record-form.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { tabOf, TABS } from './load-tabs.ts'

const brokers = entityNamed('brokers')

/** The form of a load in three tabs; an error on a hidden one marks it and a save opens it (SPEC A2). */
export function LoadForm({ entity, record, onClose, onSaved }: RecordFormProps) {
  const form = useRecordForm(entity.fields, record)
  const [tab, setTab] = useState<string>(TABS[0])
  const [addingBroker, setAddingBroker] = useState(false)
  const [madeBroker, setMadeBroker] = useState<AnyRecord>()
  const names = shownFields(entity).map(([name]) => name)
  const wrong = new Set(Object.keys(form.formState.errors).map(tabOf))

  function openFirst(invalid: string[]) {
    const first = TABS.find((candidate) => invalid.some((name) => tabOf(name) === candidate))
    if (!first) return
    setTab(first)
    const [name] = names.filter((candidate) => tabOf(candidate) === first && invalid.includes(candidate))
    // The panel is shown by the next paint: before it, its fields cannot take the focus.
    if (name) requestAnimationFrame(() => form.setFocus(name))
  }

  function choose(broker: AnyRecord) {
    setMadeBroker(broker)
    form.setValue('brokerId', String(broker.id), { shouldDirty: true })
  }

  const labels = { ...record?.labels, ...(madeBroker && { brokerId: String(madeBroker.companyName) }) }
  return (
    <RecordDialog
      wide
      entity={entity}
      record={record}
      form={form}
      onClose={onClose}
      onSaved={onSaved}
      onInvalid={openFirst}
    >
      <Tabs
        value={tab}
        onChange={setTab}
        tabs={TABS.map((label) => ({
          value: label,
          label,
          marked: wrong.has(label),
          content: (
            <FieldGrid
              key={madeBroker?.id ?? 0}
              entity={entity}
              names={names.filter((name) => tabOf(name) === label)}
              record={{ ...(record ?? NO_RECORD), labels }}
              form={form}
              create={{ brokerId: { label: '+ Add New Broker', onSelect: () => setAddingBroker(true) } }}
            />
          ),
        }))}
      />
      {addingBroker && (
        <RecordForm
          entity={QUICK_BROKER}
          onClose={() => setAddingBroker(false)}
          onSaved={choose}
        />
      )}
    </RecordDialog>
  )
}

const NO_RECORD = { id: 0, userId: '', version: 0, createdAt: '', updatedAt: '' }

const QUICK_FIELDS = ['companyName', 'mcNumber', 'dotNumber', 'phone', 'email', 'notes']

/** The small form: what a dispatcher knows of a broker while entering its first load. */
const QUICK_BROKER = {
  ...brokers,
  fields: Object.fromEntries(
    Object.entries(brokers.fields).filter(([name]) => QUICK_FIELDS.includes(name)),
  ),
}
