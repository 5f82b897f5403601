/** The requests of the factoring screens. */
import { queryOptions } from '@tanstack/react-query'
import type { Day } from '#core/calendar.ts'
import type { FactorBroker } from '#core/factoring/factors.ts'
import type {
  Factor,
  FactorAccount,
  FactoredInvoices,
  InvoiceFactoring,
  ReadyInvoices,
  FactorSchedule,
  ScheduleDetails,
} from '#core/factoring/responses.ts'
import type { SchedulePackets } from '#core/factoring/schedule-packets.ts'
import { request } from '#web/api/client.ts'

const FACTORING = 'factoring'
/** A queued email is sent within seconds; a rejected one is tried again later. */
const WATCH_MS = 15_000

export const factorsQuery = queryOptions({
  queryKey: [FACTORING, 'factors'],
  queryFn: async () => {
    const { factors } = await request<{ factors: Factor[] }>('GET', '/api/factors')
    return factors
  },
})

export function factorQuery(id: number) {
  return queryOptions({
    queryKey: [FACTORING, 'factor', id],
    queryFn: () => request<Factor>('GET', `/api/factors/${id}`),
  })
}

export function readyQuery(factorId: number) {
  return queryOptions({
    queryKey: [FACTORING, 'ready', factorId],
    queryFn: () => request<ReadyInvoices>('GET', `/api/factors/${factorId}/ready`),
  })
}

export function schedulesQuery(factorId: number) {
  return queryOptions({
    queryKey: [FACTORING, 'schedules', factorId],
    queryFn: async () => {
      const path = `/api/factors/${factorId}/schedules`
      const { schedules } = await request<{ schedules: FactorSchedule[] }>('GET', path)
      return schedules
    },
  })
}

export function scheduleQuery(id: number) {
  return queryOptions({
    queryKey: [FACTORING, 'schedule', id],
    queryFn: () => request<ScheduleDetails>('GET', `/api/factor-schedules/${id}`),
  })
}

/** Its key starts with FACTORING, so that every change of a schedule refetches the packets. */
export function schedulePacketsQuery(id: number) {
  return queryOptions({
    queryKey: [FACTORING, 'schedule', id, 'packets'],
    queryFn: () => request<SchedulePackets>('GET', `/api/factor-schedules/${id}/packets`),
    refetchInterval: ({ state }) =>
      state.data?.sendings.some(({ sentOn }) => sentOn === null) ? WATCH_MS : false,
  })
}

export function factorAccountQuery(factorId: number, { from, to }: { from: Day; to: Day }) {
  return queryOptions({
    queryKey: [FACTORING, 'account', factorId, from, to],
    queryFn: () =>
      request<FactorAccount>('GET', `/api/factors/${factorId}/account?from=${from}&to=${to}`),
  })
}

export function boughtQuery(factorId: number) {
  return queryOptions({
    queryKey: [FACTORING, 'bought', factorId],
    queryFn: () => request<FactoredInvoices>('GET', `/api/factors/${factorId}/invoices`),
  })
}

export function brokerFactorQuery(brokerId: number) {
  return queryOptions({
    queryKey: [FACTORING, 'broker', brokerId],
    queryFn: () => request<FactorBroker>('GET', `/api/brokers/${brokerId}/factor`),
  })
}

export function invoiceFactoringQuery(invoiceId: number) {
  return queryOptions({
    queryKey: [FACTORING, 'invoice', invoiceId],
    queryFn: () => request<InvoiceFactoring>('GET', `/api/invoices/${invoiceId}/factoring`),
  })
}
