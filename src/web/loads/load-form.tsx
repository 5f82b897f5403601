import { useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useNewLinked, type RecordFormProps } from '#web/records/form/record-form.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { fieldsOn, findTab, TABS, type Tab } from './load-tabs.ts'
import { quickBroker } from './quick-broker.ts'
import { useZipCodes } from './use-zip-codes.ts'

/** The form of a load in three tabs; a save opens the first tab with an error (SPEC A2). */
export function LoadForm({ entity, record, start, onClose, onSaved }: RecordFormProps) {
  const model = useRecordForm(entity, record, start)
  const [tab, setTab] = useState<Tab>('General')
  const { create, newLinked } = useNewLinked(model, { brokers: quickBroker })
  const hints = useZipCodes(model.form)
  const names = Object.keys(model.fields)
  const wrong = Object.keys(model.form.formState.errors).map(findTab)

  return (
    <>
      <RecordDialog
        wide
        entity={entity}
        model={model}
        names={TABS.flatMap((one) => fieldsOn(one, names))}
        // At once: a field on a hidden tab cannot take the focus.
        reveal={(name) => flushSync(() => setTab(findTab(name)))}
        onClose={onClose}
        onSaved={onSaved}
      >
        <Tabs
          value={tab}
          onChange={(value) => setTab(value as Tab)}
          tabs={TABS.map((one) => ({
            value: one,
            label: one,
            marked: wrong.includes(one),
            // As high as the highest: the tabs must not move under the mouse.
            content: (
              <div className="sm:min-h-120">
                <FieldGrid
                  model={model}
                  names={fieldsOn(one, names)}
                  create={create}
                  hints={hints}
                />
              </div>
            ),
          }))}
        />
      </RecordDialog>
      {newLinked}
    </>
  )
}
