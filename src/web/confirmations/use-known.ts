import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { brokerSearches, matchBroker, type KnownBroker } from '#core/confirmations/match-broker.ts'
import type { Reading } from '#core/confirmations/reading.ts'
import type { AnyRecord } from '#core/entities/entity.ts'
import { request } from '#web/api/client.ts'
import type { FieldsModel } from '#web/records/form/use-record-form.ts'

/** The account's broker that the confirmation names. Undefined while searching, null if the broker is new. */
export function useKnownBroker(reading: Reading): KnownBroker | null | undefined {
  const results = useQueries({
    queries: brokerSearches(reading).map((search) => ({
      queryKey: ['brokers', 'list', 'confirmation', search],
      queryFn: () => findRecords<KnownBroker>('brokers', search),
    })),
  })
  if (results.some(({ isPending }) => isPending)) return undefined
  const found = results.flatMap(({ data = [] }) => data)
  const unique = [...new Map(found.map((broker) => [broker.id, broker])).values()]
  return matchBroker(unique, reading)
}

/** The load that already has the confirmation's load number. Undefined while searching, null if there is none. */
export function useKnownLoad(
  reading: Reading,
  broker: KnownBroker | null | undefined,
): AnyRecord | null | undefined {
  const number = reading.fields.brokerLoadNumber?.value
  const { data, isPending } = useQuery({
    queryKey: ['loads', 'list', 'confirmation', number],
    queryFn: () => findRecords<AnyRecord>('loads', number ?? ''),
    enabled: number !== undefined,
  })
  if (number === undefined) return null
  if (isPending || broker === undefined) return undefined
  const same = (data ?? []).filter(
    (load) =>
      [load.brokerLoadNumber, load.loadId].includes(number) &&
      (load.brokerId === null || load.brokerId === broker?.id),
  )
  return same.length === 1 ? (same[0] ?? null) : null
}

/** The account's truck, trailer and driver that the confirmation names; null where it names none, or none of the account's. */
export function useKnownTruck(reading: Reading): AnyRecord | null {
  return useNamed('trucks', 'truckId', reading.fields.truckNumber?.value)
}

export function useKnownTrailer(reading: Reading): AnyRecord | null {
  return useNamed('trailers', 'trailerId', reading.fields.trailerNumber?.value)
}

export function useKnownDriver(reading: Reading): AnyRecord | null {
  return useNamed('drivers', 'name', reading.fields.driverName?.value)
}

/** Fills in a link that is still empty, once the record is found (SPEC C416). */
export function useFilled(
  { form, fields, setLabel }: FieldsModel,
  name: 'truckId' | 'trailerId' | 'driverId',
  found: AnyRecord | null,
): void {
  const fill = useEffectEvent(() => {
    if (!found || form.getValues(name) || !(name in fields)) return
    setLabel(name, String(found[name === 'driverId' ? 'name' : name]))
    form.setValue(name, String(found.id), { shouldDirty: true })
  })
  useEffect(() => fill(), [found?.id])
}

function useNamed(entity: string, field: string, name: string | undefined): AnyRecord | null {
  const { data = [] } = useQuery({
    queryKey: [entity, 'list', 'confirmation', name],
    queryFn: () => findRecords<AnyRecord>(entity, name ?? ''),
    enabled: name !== undefined,
  })
  const same = data.filter((record) => isSameText(String(record[field]), name ?? ''))
  return same.length === 1 ? (same[0] ?? null) : null
}

function isSameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

function findRecords<Found>(name: string, search: string): Promise<Found[]> {
  const query = new URLSearchParams({ search, limit: '50', counted: 'no' })
  return request<Found[]>('GET', `/api/${name}?${query}`)
}
