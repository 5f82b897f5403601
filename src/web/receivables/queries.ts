/** The requests of the Receivables screens (SPEC C200–C209). */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Day } from '#core/calendar.ts'
import type { AccountMail } from '#core/receivables/account-mail.ts'
import type { AccountStatement } from '#core/receivables/account-statement.ts'
import type { Aging, AgingBasis, OpenInvoice } from '#core/receivables/aging.ts'
import type { BrokerAccount, Credit } from '#core/receivables/broker-account.ts'
import type { InvoiceAccount } from '#core/receivables/invoice-account.ts'
import type { Bridge } from '#core/receivables/bridge.ts'
import type { ReminderSettings } from '#core/receivables/reminder-settings.ts'
import type { Reminders } from '#core/receivables/reminders.ts'
import { request } from '#web/api/client.ts'

/** What the Receivables screen shows. */
export type AgingChoice = { asOf: Day; basis: AgingBasis }

export function agingSearch({ asOf, basis }: AgingChoice): string {
  return String(new URLSearchParams({ asOf, basis }))
}

export function agingQuery(choice: AgingChoice) {
  return queryOptions({
    queryKey: ['receivables', 'aging', choice],
    queryFn: () => request<Aging>('GET', `/api/receivables/aging?${agingSearch(choice)}`),
    placeholderData: keepPreviousData,
  })
}

/** The invoices of a broker that were open on the day. */
export function openInvoicesQuery(choice: AgingChoice, brokerId: number) {
  return queryOptions({
    queryKey: ['receivables', 'invoices', choice, brokerId],
    queryFn: () =>
      request<OpenInvoice[]>(
        'GET',
        `/api/receivables/invoices?${agingSearch(choice)}&brokerId=${brokerId}`,
      ),
  })
}

export function bridgeQuery(from: Day, to: Day) {
  return queryOptions({
    queryKey: ['receivables', 'bridge', from, to],
    queryFn: () =>
      request<Bridge>('GET', `/api/receivables/bridge?${new URLSearchParams({ from, to })}`),
    placeholderData: keepPreviousData,
  })
}

/** What a broker owes today, how it pays, its disputes and contacts. */
export function brokerAccountQuery(brokerId: number) {
  return queryOptions({
    queryKey: ['receivables', 'broker', brokerId],
    queryFn: () => request<BrokerAccount>('GET', `/api/brokers/${brokerId}/account`),
  })
}

/** `loadId`: the load that is left out, because the form adds it. */
export function creditQuery(brokerId: number, loadId: number | undefined) {
  const search = loadId === undefined ? '' : `?load=${loadId}`
  return queryOptions({
    queryKey: ['receivables', 'credit', brokerId, loadId ?? null],
    queryFn: () => request<Credit>('GET', `/api/brokers/${brokerId}/credit${search}`),
  })
}

export function accountStatementQuery(brokerId: number, from: Day, to: Day) {
  const search = new URLSearchParams({ from, to })
  return queryOptions({
    queryKey: ['receivables', 'statement', brokerId, from, to],
    queryFn: () =>
      request<AccountStatement>('GET', `/api/brokers/${brokerId}/account-statement?${search}`),
    placeholderData: keepPreviousData,
  })
}

/** `search`: the period, as a query. */
export function accountMailQuery(brokerId: number, search: string) {
  return queryOptions({
    queryKey: ['receivables', 'account-mail', brokerId, search],
    queryFn: () =>
      request<AccountMail>('GET', `/api/brokers/${brokerId}/account-statement/mail?${search}`),
  })
}

export function invoiceAccountQuery(invoiceId: number) {
  return queryOptions({
    queryKey: ['receivables', 'invoice', invoiceId],
    queryFn: () => request<InvoiceAccount>('GET', `/api/invoices/${invoiceId}/account`),
  })
}

/** `day`: today in the user's time zone. */
export function remindersQuery(day: Day) {
  return queryOptions({
    queryKey: ['receivables', 'reminders', day],
    queryFn: () => request<Reminders>('GET', `/api/receivables/reminders?today=${day}`),
  })
}

export const reminderSettingsQuery = queryOptions({
  queryKey: ['receivables', 'reminder-settings'],
  queryFn: () => request<ReminderSettings>('GET', '/api/receivables/reminders/settings'),
})
