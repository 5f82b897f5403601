import { useEffect, useEffectEvent, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { fillLoad } from '#core/confirmations/fill-load.ts'
import type { KnownBroker } from '#core/confirmations/match-broker.ts'
import type { Entity } from '#core/entities/entity.ts'
import { quickBroker } from '#web/loads/quick-broker.ts'
import { fieldsOn, TABS } from '#web/loads/load-tabs.ts'
import { useSuggestions } from '#web/loads/use-suggestions.ts'
import { useZipCodes } from '#web/loads/use-zip-codes.ts'
import { RecordDialog } from '#web/records/form/record-dialog.tsx'
import { useLinkedForm } from '#web/records/form/record-form.tsx'
import { useRecordForm } from '#web/records/form/use-record-form.ts'
import { CheckLine } from '#web/ui/inputs/checkbox.tsx'
import { ConfirmationField } from './confirmation-field.tsx'
import { listChoices } from './list-choices.ts'
import { listMarks } from './list-marks.ts'
import { NewBroker, NewBrokerForm } from './new-broker.tsx'
import { PdfPages } from './pdf/pdf-pages.tsx'
import type { ReadPaper } from './read-confirmation.tsx'
import { countRead } from './use-reading.ts'
import { findUnsure, goToUnsure } from './unsure-fields.ts'

type ConfirmationFormProps = {
  entity: Entity
  read: ReadPaper
  /** Null for a broker that the account doesn't have. */
  broker: KnownBroker | null
  onClose: () => void
}

/** The form of a new load beside the pages it was read from. Nothing is saved before Save (SPEC C124). */
export function ConfirmationForm({ entity, read, broker, onClose }: ConfirmationFormProps) {
  const { reading, pdf } = read
  const model = useRecordForm(entity, undefined)
  const { create, linkedForm } = useLinkedForm(model, { brokers: quickBroker })
  const suggestions = useSuggestions(model, true, 0)
  const hints: Record<string, string | undefined> = { ...useZipCodes(model.form), ...suggestions }
  const names = TABS.flatMap((tab) => fieldsOn(tab, Object.keys(model.fields)))
  const [filled] = useState(() => fillLoad(reading, new Set(names)))
  const [active, setActive] = useState<string | null>(null)
  const [skipsSure, setSkipsSure] = useState(true)
  const [addsBroker, setAddsBroker] = useState(false)
  const { form, fields } = model
  const choices = listChoices(reading)

  const fill = useEffectEvent(() => {
    const text = broker ? { ...filled.text, brokerId: String(broker.id) } : filled.text
    for (const [name, value] of Object.entries(text)) {
      form.setValue(name, value, { shouldDirty: true })
    }
    if (broker) model.setLabel('brokerId', broker.companyName)
    const [first] = findUnsure(names, form.getValues(), choices)
    if (first) form.setFocus(first)
  })
  useEffect(() => fill(), [])

  const marks = listMarks(reading, filled, fields)
  const text = useWatch({ control: form.control })
  const isRead = (name: string) => text[name] === filled.text[name]
  const brokerName = reading.fields.brokerName
  return (
    <>
      <RecordDialog
        entity={entity}
        model={model}
        names={names}
        labels={{
          title: 'New Load from a Rate Confirmation',
          description: describeRead(read),
          save: 'Save',
          saved: 'Load added',
          failed: "Couldn't add this load",
        }}
        onClose={onClose}
        aside={
          <PdfPages
            {...{ pdf, marks, active }}
            onPick={(name) => form.setFocus(name === 'brokerName' ? 'brokerId' : name)}
          />
        }
      >
        <div
          className="grid gap-4"
          onKeyDown={(event) => {
            if (skipsSure) goToUnsure(event, { names, form, choices })
          }}
        >
          <CheckLine
            label="Tab goes only to fields that are empty or unsure"
            checked={skipsSure}
            onChange={setSkipsSure}
          />
          {TABS.map((tab) => (
            <fieldset key={tab} className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
              <legend className="mb-2 text-sm font-semibold">{tab}</legend>
              {fieldsOn(tab, names).map((name) => (
                <ConfirmationField
                  key={name}
                  {...{ name, model }}
                  create={create[name]}
                  hint={hints[name]}
                  source={isRead(name) ? filled.sources[name] : undefined}
                  choices={choices[name]}
                  onActive={() => setActive(name === 'brokerId' ? 'brokerName' : name)}
                >
                  {name === 'brokerId' && !broker && brokerName && (
                    <NewBroker name={brokerName.value} onAdd={() => setAddsBroker(true)} />
                  )}
                </ConfirmationField>
              ))}
            </fieldset>
          ))}
        </div>
      </RecordDialog>
      {linkedForm}
      {addsBroker && (
        <NewBrokerForm
          reading={reading}
          onClose={() => setAddsBroker(false)}
          onSaved={(saved) => {
            model.setLabel('brokerId', String(saved.companyName))
            form.setValue('brokerId', String(saved.id), { shouldDirty: true })
          }}
        />
      )}
    </>
  )
}

function describeRead({ reading, isScan, file }: ReadPaper): string {
  if (isScan) return `${file.name} is a scan without text. Type the load beside its pages.`
  return `${countRead(reading)} values read from ${file.name}. Check them, then save.`
}
