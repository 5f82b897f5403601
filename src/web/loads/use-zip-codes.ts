import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { estimateMiles, readZipCode, type ZipCode } from '#core/zip-codes/zip-codes.ts'
import { request } from '#web/api/client.ts'
import type { FormText } from '#web/records/form/form-text.ts'
import type { RecordFormModel } from '#web/records/form/use-record-form.ts'

type Form = RecordFormModel['form']

/**
 * A ZIP code that is typed fills in its city and state, and two of them the miles; never over what the
 * person typed. Gives the hint at the miles as long as they are the estimate.
 */
export function useZipCodes(form: Form): { miles?: string } {
  const [pickup, delivery, miles] = useWatch({
    control: form.control,
    name: ['pickupZip', 'deliveryZip', 'miles'],
  })
  const before = form.formState.defaultValues
  const newPickup = pickup !== before?.pickupZip
  const newDelivery = delivery !== before?.deliveryZip
  const from = useZipCode(pickup, newPickup || newDelivery)
  const to = useZipCode(delivery, newPickup || newDelivery)
  const estimate = from && to ? String(estimateMiles(from, to)) : undefined

  const filled = useRef<FormText>({})
  const fill = useEffectEvent((values: FormText) => fillEmpty(form, filled.current, values))
  useEffect(() => {
    if (newPickup && from) fill({ pickupCity: from.city, pickupState: from.state })
  }, [newPickup, from])
  useEffect(() => {
    if (newDelivery && to) fill({ deliveryCity: to.city, deliveryState: to.state })
  }, [newDelivery, to])
  useEffect(() => {
    if (estimate) fill({ miles: estimate })
  }, [estimate])

  return estimate && miles === estimate ? { miles: 'Estimated from the ZIP codes' } : {}
}

function useZipCode(typed: string | undefined, enabled: boolean): ZipCode | undefined {
  const zip = readZipCode(typed ?? '')
  const { data } = useQuery({
    queryKey: ['zip-codes', zip],
    queryFn: () => request<ZipCode>('GET', `/api/zip-codes/${zip}`),
    enabled: enabled && zip !== null,
  })
  return data
}

/** Fills what is empty, or still what an earlier code has put there (`filled`). */
function fillEmpty(form: Form, filled: FormText, values: FormText): void {
  for (const [name, value] of Object.entries(values)) {
    const now = form.getValues(name)
    if (now !== '' && now !== '0' && now !== filled[name]) continue
    filled[name] = value
    form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
  }
}
