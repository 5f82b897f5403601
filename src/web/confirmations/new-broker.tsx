import { Plus } from 'lucide-react'
import type { Reading } from '#core/confirmations/reading.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { quickBroker } from '#web/loads/quick-broker.ts'
import { RecordForm } from '#web/records/form/record-form.tsx'
import { Button } from '#web/ui/button.tsx'

type NewBrokerProps = { name: string; onAdd: () => void }

/** Offers the broker of the paper as a new one (SPEC C123). */
export function NewBroker({ name, onAdd }: NewBrokerProps) {
  return (
    <Button variant="secondary" size="long" onClick={onAdd}>
      <Plus aria-hidden className="size-4 shrink-0" />
      Add {name} as a new broker
    </Button>
  )
}

type NewBrokerFormProps = {
  reading: Reading
  onClose: () => void
  onSaved: (saved: AnyRecord) => void
}

/** The short form of a broker with what the paper says about it. */
export function NewBrokerForm({ reading: { fields }, onClose, onSaved }: NewBrokerFormProps) {
  const text = {
    companyName: fields.brokerName?.value ?? '',
    mcNumber: fields.brokerMc?.value ?? '',
  }
  return <RecordForm entity={quickBroker} start={{ text }} onClose={onClose} onSaved={onSaved} />
}
