import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { formatDay, isDay, type Day } from '#core/calendar.ts'
import { suggestSettlementDate, type SuggestedDate } from '#core/loads/suggest-settlement-date.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { request } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'
import { useCompany, useRecord } from '#web/api/queries.ts'
import type { FormText } from '#web/records/form/form-text.ts'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'

type Hints = { driverId?: string; settlementDate?: string }

/**
 * In a new load, the truck fills in the driver, and the work week fills in the settlement date. Typed values are never
 * replaced (SPEC C61). Returns hints for the suggestions that are still in the form. `round` increases when the form starts
 * over.
 */
export function useSuggestions(model: FieldsModel, isNew: boolean, round: number): Hints {
  const { form, setLabel } = model
  const [truckId, driverId, pickupDate, deliveryDate, settlementDate] = useWatch({
    control: form.control,
    name: ['truckId', 'driverId', 'pickupDate', 'deliveryDate', 'settlementDate'],
  })
  const truck = useTruck(isNew ? truckId : '')
  const isNewTruck = truckId !== form.formState.defaultValues?.truckId
  const driver = useActiveDriver(isNewTruck ? truck : undefined)
  const day = [deliveryDate, pickupDate].find((text) => isDay(text ?? ''))
  const suggested = useSettlementDate(truck?.id ?? null, day)

  const filled = useRef<FormText>({})
  useEffect(() => void (filled.current = {}), [round])

  /** Fills a field that still has its start value or an earlier suggestion. */
  const fill = useEffectEvent((name: string, value: string, label?: string) => {
    const start = filled.current[name] ?? form.formState.defaultValues?.[name] ?? ''
    if (form.getValues(name) !== start || start === value) return
    filled.current[name] = value
    if (label !== undefined) setLabel(name, label)
    form.setValue(name, value, { shouldDirty: true, shouldValidate: true })
  })
  useEffect(() => {
    if (driver) fill('driverId', String(driver.id), String(driver.name))
  }, [driver])
  const date = suggested?.date
  useEffect(() => {
    if (date) fill('settlementDate', date)
  }, [date])

  return {
    ...(driver && driverId === String(driver.id)
      ? { driverId: `Driver of truck ${String(truck?.truckId)}` }
      : {}),
    ...(suggested && settlementDate === suggested.date
      ? { settlementDate: describeWeek(suggested) }
      : {}),
  }
}

function useTruck(truckId: string | undefined): AnyRecord | undefined {
  return useRecord('trucks', truckId ? Number(truckId) : null).data
}

/** Inactive drivers are not offered for new loads (SPEC C10). */
function useActiveDriver(truck: AnyRecord | undefined): AnyRecord | undefined {
  const { data } = useRecord('drivers', truck?.driverId ? Number(truck.driverId) : null)
  return data?.status === 'active' ? data : undefined
}

/** Undefined without a truck or a day, and until the truck's settlement dates are known. */
function useSettlementDate(
  truckId: number | null,
  day: Day | undefined,
): SuggestedDate | undefined {
  const seesSettlements = useMay('settlements')
  const { data: company } = useCompany()
  const { data: truckDates } = useQuery({
    queryKey: ['settlement-dates', truckId],
    queryFn: () => request<Day[]>('GET', `/api/trucks/${truckId}/settlement-dates`),
    enabled: truckId !== null,
  })
  const { data: newest } = useQuery({
    queryKey: ['billing', 'newest'],
    queryFn: () => request<AnyRecord[]>('GET', '/api/billing?limit=1&counted=no'),
    enabled: truckDates?.length === 0 && seesSettlements,
  })
  const otherDates = newest?.map((billing) => String(billing.settlementDate))
  const earlier = truckDates?.length || !seesSettlements ? truckDates : otherDates
  if (!day || !company || !earlier) return undefined
  return suggestSettlementDate(day, company.workWeekStartDay, earlier)
}

/** "Suggested for the week 11/15/2026 – 11/21/2026". */
function describeWeek({ week }: SuggestedDate): string {
  return `Suggested for the week ${formatDay(week.from)} – ${formatDay(week.to)}`
}
