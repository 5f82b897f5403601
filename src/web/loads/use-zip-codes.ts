import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { estimateMiles, readZipCode, type ZipCode } from '#core/zip-codes/zip-codes.ts'
import { request } from '#web/api/client.ts'
import type { FormText } from '#web/records/form/form-text.ts'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'

type Form = FieldsModel['form']

/**
 * A typed ZIP code fills in its city and state; two ZIP codes fill in the miles. Typed values are never
 * replaced. Returns a hint for the miles while they are the estimate.
 */
export function useZipCodes(form: Form): { miles?: string } {
  const [pickup, delivery, miles] = useWatch({
    control: form.control,
    name: ['pickupZip', 'deliveryZip', 'miles'],
  })
  const initial = form.formState.defaultValues
  const newPickup = pickup !== initial?.pickupZip
  const newDelivery = delivery !== initial?.deliveryZip
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

  return estimate && miles === estimate ? { miles: 'Estimated from ZIP codes' } : {}
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

/** Fills fields that are empty, or that still hold what an earlier ZIP code filled in (`filled`). */
function fillEmpty(form: Form, filled: FormText, values: FormText): void {
  for (const [name, value] of Object.entries(values)) {
    const current = form.getValues(name)
    if (current !== '' && current !== '0' && current !== filled[name]) continue
    filled[name] = value
    form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
  }
}
