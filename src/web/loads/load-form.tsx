import { useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { ChargesBlock } from '#web/charges/charges-block.tsx'
import { RevenueField } from '#web/charges/revenue-field.tsx'
import { useChargesForm } from '#web/charges/use-charges-form.ts'
import { LoadCredit } from '#web/receivables/load-credit.tsx'
import { FieldGrid } from '#web/records/form/field-grid.tsx'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useLinkedForm, type RecordFormProps } from '#web/records/form/record-form.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { focusField } from '#web/ui/inputs/focus-field.ts'
import { isPressed } from '#web/ui/shortcuts.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { fieldsOn, findNeighbor, findTab, TABS, type Tab } from './load-tabs.ts'
import { quickBroker } from './quick-broker.ts'
import { usePasteRow } from './use-paste-row.ts'
import { useSuggestions } from './use-suggestions.ts'
import { useUnusualValues } from './use-unusual-values.ts'
import { useZipCodes } from './use-zip-codes.ts'

/** A load's form in three tabs. A save opens the first tab with an error (SPEC A2). */
export function LoadForm({ entity, record, start, onClose, onSaved }: RecordFormProps) {
  const model = useRecordForm(entity, record, start)
  const [tab, setTab] = useState<Tab>('General')
  const { create, linkedForm } = useLinkedForm(model, { brokers: quickBroker })
  const [round, setRound] = useState(0)
  const suggestions = useSuggestions(model, record === undefined, round)
  const unusual = useUnusualValues(model.form)
  const hints = { ...useZipCodes(model.form), ...suggestions, ...unusual }
  const pasteRow = usePasteRow(entity, model)
  const names = Object.keys(model.fields)
  const charges = useChargesForm({
    form: model.form,
    load: model.base ?? null,
    copyOf: start?.copyOf ?? null,
    reveal: () => show('Financial'),
  })
  const replace = { revenue: <RevenueField model={model} charges={charges} /> }
  const invalidTabs = Object.keys(model.form.formState.errors).map(findTab)

  const findFirst = (onTab: Tab) => fieldsOn(onTab, names)[0] ?? ''
  /** Synchronous, because a field on a hidden tab cannot take the focus. */
  const show = (next: Tab) => flushSync(() => setTab(next))

  function changeTabByKeys(event: KeyboardEvent) {
    const step = isPressed('nextTab', event) ? 1 : isPressed('previousTab', event) ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = findNeighbor(tab, step)
    if (!next) return
    show(next)
    focusField(event.currentTarget, findFirst(next))
  }

  return (
    <>
      <RecordDialog
        wide
        entity={entity}
        model={model}
        parts={charges.parts}
        names={TABS.flatMap((name) => fieldsOn(name, names))}
        reveal={(name) => show(findTab(name))}
        notice={<LoadCredit model={model} />}
        onClose={onClose}
        onSaved={onSaved}
        onAnother={() => {
          setRound(round + 1)
          show('General')
          model.form.setFocus(findFirst('General'))
        }}
      >
        <Tabs
          onKeyDown={changeTabByKeys}
          onPaste={record === undefined ? pasteRow : undefined}
          value={tab}
          onChange={(value) => setTab(value as Tab)}
          tabs={TABS.map((name) => ({
            value: name,
            label: name,
            marked: invalidTabs.includes(name),
            // As tall as the tallest tab: the tabs must not move under the mouse.
            content: (
              <div className="sm:min-h-120">
                <FieldGrid
                  model={model}
                  names={fieldsOn(name, names)}
                  create={create}
                  hints={hints}
                  replace={replace}
                />
                {name === 'Financial' && <ChargesBlock charges={charges} />}
              </div>
            ),
          }))}
        />
      </RecordDialog>
      {linkedForm}
    </>
  )
}
